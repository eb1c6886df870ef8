import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { KNOWN_KEYS } from '../../src/engine/layers/schema.ts'
import { jsonSchema, SCHEMA_NAMES } from '../../src/policies/json-schemas.ts'

/** What hangs below a key of a schema, and below that one. */
const below = (schema: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((value, key) => Object(value)[key], schema)

describe.each(SCHEMA_NAMES)('the schema of %s', (name) => {
  const schema = jsonSchema(name)

  test('is the published one', () => {
    const file = new URL(`../../schemas/${name}.schema.json`, import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema)
  })

  test('names its dialect and itself', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `urn:portcullis:schema:${name}`,
      type: 'object'
    })
  })

  test('refers only to what it holds', () => {
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)]
    for (const [, definition = ''] of references) expect(below(schema, '$defs', definition)).toBeDefined()
  })
})

test('a policy is described to the last key, its settings among them', () => {
  expect(jsonSchema('policy')).toMatchObject({
    additionalProperties: false,
    required: ['id', 'settings'],
    properties: { settings: { $ref: '#/$defs/Settings' }, match: {}, callers: {}, tests: {}, log: {} }
  })
})

test.each(['permissions', 'sandbox'] as const)('settings describe every key under %s that decides', (key) => {
  const described = Object.entries(Object(below(jsonSchema('settings'), 'properties', key, 'properties')))
  for (const [name, property] of described) {
    expect(KNOWN_KEYS[key]).toContain(name)
    if (below(property, 'type') !== 'object') expect(property).toHaveProperty('description')
  }
  expect(described.length).toBeGreaterThan(4)
})

test('settings of a runtime may hold keys that nobody here knows', () => {
  expect(jsonSchema('settings').additionalProperties).not.toBe(false)
})

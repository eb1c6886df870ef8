/** The JSON Schemas of a policy file and of settings, made of the schemas that read them. */
import { z } from 'zod'
import { policyFile } from './policy-file.ts'
import { policySettingsSchema, settingsSchema } from './settings-schema.ts'

/** The schemas that are published, by the name of their file. */
export const SCHEMA_NAMES = ['policy', 'settings'] as const
export type SchemaName = (typeof SCHEMA_NAMES)[number]

/** A JSON Schema document. */
export type JsonSchema = Readonly<Record<string, unknown>>

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
const urn = (name: SchemaName): string => `urn:portcullis:schema:${name}`

/** The schema of that name; the same text for the same version of the service. */
export const jsonSchema = (name: SchemaName): JsonSchema => (name === 'policy' ? policySchema() : settings())

function converted(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any'
  })
  return unfolded(rest)
}

/** A schema that has a name becomes the document itself, not a part that the document refers to. */
function unfolded({ $ref, ...rest }: z.core.JSONSchema.BaseSchema): JsonSchema {
  const name = $ref?.replace('#/$defs/', '')
  const { [name ?? '']: own, ...others } = rest.$defs ?? {}
  return own === undefined ? rest : { ...own, ...rest, $defs: others }
}

function settings(): JsonSchema {
  return {
    $schema: DIALECT,
    $id: urn('settings'),
    title: 'Portcullis settings',
    ...converted(settingsSchema)
  }
}

/** The settings of a policy are described where they are used, so that an editor needs one file. */
function policySchema(): JsonSchema {
  const { properties, $defs, ...rest } = converted(policyFile)
  return {
    $schema: DIALECT,
    $id: urn('policy'),
    title: 'Portcullis policy file',
    ...rest,
    properties: {
      ...Object(properties),
      settings: {
        description: 'The rules and settings of the policy layer',
        $ref: '#/$defs/Settings'
      }
    },
    $defs: { ...Object($defs), Settings: converted(policySettingsSchema) }
  }
}

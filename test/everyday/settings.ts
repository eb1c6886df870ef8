/** The settings under which everyday commands are judged: none, and a real file with rules of every kind. */
import { readFileSync } from 'node:fs'
import type { CallerLayers } from '../../src/engine/decision.ts'

const FILE = new URL('../../bench/settings.json', import.meta.url)

/** By name. With deny rules in force a command of unknown meaning is a forced ask in bypass mode too. */
export const SETTINGS: Readonly<Record<string, CallerLayers>> = {
  'no rules': {},
  'about 100 rules': { user: JSON.parse(readFileSync(FILE, 'utf8')) }
}

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DecideRequest } from '../../src/engine/decision.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { isStricter, strictest } from '../../src/engine/verdict.ts'
import { decide, sharedEngine } from '../engine-fixture.ts'
import {
  bashCall,
  type Context,
  contextFor,
  OPERATORS,
  RUNS,
  SLOW,
  simpleCommand,
  textOf
} from './generators.ts'
import { shown } from './laws.ts'

const CWD = '/home/dev/app'

/** Directories as `cd` is told them, and where that leads from the project. */
const TARGETS = [
  ['src', `${CWD}/src`],
  ['./packages/web', `${CWD}/packages/web`],
  [`${CWD}/secrets`, `${CWD}/secrets`],
  ['..', '/home/dev'],
  ['../other', '/home/dev/other'],
  ['/etc', '/etc'],
  ['.git', `${CWD}/.git`]
] as const

/** A part of a compound and the directory it runs in. */
interface Part {
  readonly text: string
  readonly cwd: string
}

interface Compound {
  readonly text: string
  readonly parts: readonly Part[]
}

const here = (text: string): Part => ({ text, cwd: CWD })
/** Commands that move the shell would move what follows them; their directory is written by hand below. */
const stays = simpleCommand.map(textOf).filter((text) => !/\bcd\b/.test(text))
const pair = fc.tuple(stays, stays)

const joined: fc.Arbitrary<Compound> = fc
  .tuple(fc.array(stays, { minLength: 2, maxLength: 3 }), fc.constantFrom(...OPERATORS))
  .map(([texts, operator]) => ({ text: texts.join(operator), parts: texts.map(here) }))

const enclosed: fc.Arbitrary<Compound> = fc
  .tuple(
    pair,
    fc.constantFrom<(left: string, right: string) => string>(
      (left, right) => `(${left}); ${right}`,
      (left, right) => `{ ${left}; } && ${right}`,
      (left, right) => `! ${left} || ${right}`,
      (left, right) => `echo "$(${left})" && ${right}`,
      (left, right) => `echo $(${left}; ${right})`,
      (left, right) => `${left} & ${right}`,
      (left, right) => `(${left} && (${right})) | wc -l`,
      (left, right) => `${left} && ( ${right} ) > build/log`,
      (left, right) => `X=$(${left}) ; ${right}`
    )
  )
  .map(([[left, right], shape]) => ({ text: shape(left, right), parts: [here(left), here(right)] }))

const moved: fc.Arbitrary<Compound> = fc
  .tuple(
    pair,
    fc.constantFrom(...TARGETS),
    fc.constantFrom<(target: string, inside: string, after: string) => readonly [string, boolean]>(
      (target, inside, after) => [`cd ${target} && ${inside} && ${after}`, true],
      (target, inside, after) => [`cd ${target}; ${inside}; ${after}`, true],
      (target, inside, after) => [`cd ${target}\n${inside}\n${after}`, true],
      (target, inside, after) => [`(cd ${target} && ${inside}); ${after}`, false],
      (target, inside, after) => [`echo "$(cd ${target} && ${inside})"; ${after}`, false],
      (target, inside, after) => [`cd '${target}' && { ${inside}; } && ${after}`, true],
      (target, inside, after) => [`cd ${target} && (${inside}) && ${after}`, true]
    )
  )
  .map(([[inside, after], [target, cwd], shape]) => {
    const [text, stays] = shape(target, inside, after)
    return {
      text,
      parts: [here(`cd ${target}`), { text: inside, cwd }, { text: after, cwd: stays ? cwd : CWD }]
    }
  })

const withContext = (compound: Compound): fc.Arbitrary<readonly [Context, Compound]> =>
  fc.tuple(contextFor(bashCall(compound.text)), fc.constant(compound))

const bash = (base: Context, { text, cwd }: Part): DecideRequest => ({ ...base, cwd, ...bashCall(text) })

describe('a compound', SLOW, () => {
  let engine: Engine
  beforeAll(async () => {
    engine = await sharedEngine()
  })

  test.each([
    ['joined by operators', joined],
    ['with groups, subshells and substitutions', enclosed],
    ['that changes directory', moved]
  ])('%s is never looser than its strictest part where that part runs', async (_name, compounds) => {
    await fc.assert(
      fc.asyncProperty(compounds.chain(withContext), async ([base, compound]) => {
        const whole = bash(base, here(compound.text))
        const { decision } = await decide(engine, whole)
        const parts = await Promise.all(compound.parts.map((part) => decide(engine, bash(base, part))))
        const bound = parts.map((part) => part.decision).reduce(strictest)
        const story = `${shown(whole)}\nparts: ${compound.parts.map((part, index) => `${part.cwd}: ${part.text} -> ${parts[index]?.decision} (${parts[index]?.decidedBy.step})`).join('\n  ')}`
        expect(isStricter(bound, decision), story).toBe(false)
      }),
      RUNS
    )
  })
})

/** What is odd about the switches and the lists of a layer that hold no rules. */
import { valueAt } from '../../engine/layers/findings.ts'
import type { ParsedLayer } from '../../engine/layers/parse-layer.ts'
import { compileExclusions } from '../../engine/rules/exclusions.ts'
import type { Mode } from '../../engine/verdict.ts'
import { quoted, type Report } from './finding.ts'
import { opensWhat } from './protected-openings.ts'

const OPEN_MODES: Readonly<Partial<Record<Mode, string>>> = {
  bypassPermissions: 'in which every call runs that nothing forbids',
  auto: 'in which a classifier decides instead of a person'
}

/** Reports on the scalars, the exceptions and the exclusions of a layer. */
export function lintKeys(layer: ParsedLayer, settings: unknown, report: Report): void {
  const { scalars } = layer
  const { defaultMode } = scalars
  const open = defaultMode === undefined ? undefined : OPEN_MODES[defaultMode]
  if (open !== undefined) {
    report('default-mode-open', ['permissions', 'defaultMode'], `sessions start in ${defaultMode}, ${open}`)
  }
  if (scalars.undecidable === 'allow') {
    report(
      'undecidable-allowed',
      ['permissions', 'undecidable'],
      'commands whose meaning is only known when they run pass wherever a rule, a mode or a sandbox allows them'
    )
  }
  if (scalars.autoAllowBashIfSandboxed === true && scalars.sandboxEnabled !== true) {
    report(
      'sandbox-without-effect',
      ['sandbox', 'autoAllowBashIfSandboxed'],
      'commands in the sandbox are allowed, but nothing here puts them there'
    )
  }
  lintExceptions(layer, settings, report)
  lintExclusions(layer, settings, report)
}

function lintExceptions(layer: ParsedLayer, settings: unknown, report: Report): void {
  const place = ['permissions', 'protectedPathExceptions']
  const written = textsAt(settings, place)
  for (const pattern of layer.protectedPathExceptions) {
    const opened = opensWhat(pattern)
    if (opened === undefined) continue
    const at = [...place, written.indexOf(pattern.text)]
    report('protected-path-opened', at, `${quoted(pattern.text)} opens ${opened}`)
  }
}

/** The engine leaves out what can match no command, and says nothing. */
function lintExclusions(layer: ParsedLayer, settings: unknown, report: Report): void {
  const place = ['sandbox', 'excludedCommands']
  const written = textsAt(settings, place)
  if (written.length === layer.exclusions.size) return
  for (const [index, text] of written.entries()) {
    if (compileExclusions([text], layer.name).size > 0) continue
    report('exclusion-inert', [...place, index], `${quoted(text)} can match no command`)
  }
}

/** The texts of a list, with a stand-in where an entry is no text. */
function textsAt(settings: unknown, place: readonly string[]): readonly string[] {
  const list = valueAt(settings, place)?.value
  return Array.isArray(list) ? list.map((entry) => (typeof entry === 'string' ? entry : '*')) : []
}

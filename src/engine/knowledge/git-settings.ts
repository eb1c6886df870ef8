/** Git's configuration, as far as it makes git run programs. */
import type { Operand } from '../bash/program.ts'
import { leadingText, literalOperand, operandValue } from './words.ts'

/** Whether a setting names what git runs, or files with more settings. */
export const steersGit = (name: string): boolean => STEERS.test(name)

/** The command in a `NAME=VALUE` whose value git runs. */
export const commandInSetting = (setting: string): string | undefined => COMMAND.exec(setting)?.[1]

/** Whether a `NAME=VALUE` may have git run a program that the user did not choose before. */
export function mayRunBySetting(setting: Operand): boolean {
  const known = operandValue(setting)
  const text = known ?? leadingText(setting)
  const equals = text.indexOf('=')
  if (equals < 0) return known === undefined || RUNS.test(known)
  if (!RUNS.test(text.slice(0, equals))) return false
  return known === undefined || !ORDINARY.test(known)
}

/** Where `git config` writes. */
export const OF_REPOSITORY: Operand = literalOperand('.git/config')

/** Where `git config --global` writes. */
export const PERSONAL: Operand = {
  text: '~/.gitconfig',
  pieces: [
    { kind: 'home', source: '~' },
    { kind: 'text', value: '/.gitconfig', quoted: false }
  ]
}

const STEERS =
  /^(?:core\.(?:hookspath|fsmonitor|pager|editor|sshcommand|askpass|worktree|gitproxy|alternaterefscommand)|alias\.|include|pager\.|sequence\.|credential\.|filter\.|diff\..*(?:command|textconv|external)|(?:diff|merge)tool\.|merge\..*driver|gpg\.|url\.|uploadpack\.|remote\..*(?:pack|vcs)|init\.templatedir|protocol\.|interactive\.difffilter|trailer\.|tar\.|browser\.|man\.|hook\.|submodule\..*update)/i

/** Names whose values are run, or lead to more settings or programs. */
const RUNS =
  /^(?:core\.(?:hookspath|fsmonitor|pager|editor|sshcommand|askpass|gitproxy|alternaterefscommand)|alias\.|include(?:if)?\.|pager\.|sequence\.editor$|credential\.(?:.*\.)?helper$|filter\.|diff\.(?:.*\.)?(?:command|textconv|external)$|(?:diff|merge)tool\..*(?:cmd|path)$|merge\..*driver$|gpg\.(?:.*\.)?(?:program|defaultkeycommand)$|uploadpack\.packobjectshook|remote\..*(?:pack|vcs)$|init\.templatedir|protocol\.|interactive\.difffilter|trailer\..*(?:command|cmd)$|tar\..*command$|(?:browser|man)\..*(?:cmd|path)$|hook\.|submodule\..*update$|sendemail\.)/i

/** Values that run nothing, or only what shows text or keeps passwords anyway. */
const ORDINARY =
  /^(?:(?:core\.(?:pager|editor|askpass)|pager\.[^=]+|sequence\.editor)=(?:|cat|true|false|:|echo|more|less(?: -\w+)*)|core\.fsmonitor=(?:|true|false|0|1)|core\.hookspath=(?:|\/dev\/null)|credential\.(?:[^=]*\.)?helper=(?:|cache|store|osxkeychain|manager|manager-core|libsecret|wincred)|alias\.[^=]+=[a-z][^!]*|gpg\.program=gpg2?|protocol\.(?:version=[012]|[^=]*allow=never))$/i

const COMMAND =
  /^(?:alias\.[^=]+=!|(?:core\.(?:pager|editor|sshcommand|askpass|fsmonitor)|pager\.[^=]+|sequence\.editor|diff\.external|(?:diff|difftool|mergetool|filter)\.[^=]+\.(?:command|textconv|cmd|clean|smudge|process)|credential(?:\.[^=]+)?\.helper|gpg(?:\.\w+)?\.program)=!?)(.*)$/is

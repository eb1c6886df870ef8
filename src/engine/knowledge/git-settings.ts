/** Git's configuration, as far as it makes git run programs. */
import type { Operand } from '../bash/program.ts'
import { literalOperand } from './words.ts'

/** Whether a setting names what git runs, or files with more settings. */
export const steersGit = (name: string): boolean => STEERS.test(name)

/** The command in a `NAME=VALUE` whose value git runs. */
export const commandInSetting = (setting: string): string | undefined => COMMAND.exec(setting)?.[1]

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
  /^(?:core\.(?:hookspath|fsmonitor|pager|editor|sshcommand|askpass|worktree|gitproxy)|alias\.|include|pager\.|sequence\.|credential\.|filter\.|diff\..*(?:command|textconv|external)|(?:diff|merge)tool\.|merge\..*driver|gpg\.|url\.|uploadpack\.|remote\..*(?:pack|vcs)|init\.templatedir)/i

const COMMAND =
  /^(?:alias\.[^=]+=!|(?:core\.(?:pager|editor|sshcommand|askpass|fsmonitor)|pager\.[^=]+|sequence\.editor|diff\.external|(?:diff|difftool|mergetool|filter)\.[^=]+\.(?:command|textconv|cmd|clean|smudge|process)|credential(?:\.[^=]+)?\.helper|gpg(?:\.\w+)?\.program)=!?)(.*)$/is

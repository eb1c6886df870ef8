/** Options of the shell that change neither how text is read nor what it names. */

/** Letters of `set`. */
export const SET_LETTERS = /^[-+][euvxETmbCh]*o?$/
/** Options of `set -o` of that kind. */
export const SET_NAMES: ReadonlySet<string> = new Set([
  'errexit',
  'nounset',
  'pipefail',
  'xtrace',
  'verbose',
  'errtrace',
  'functrace',
  'hashall',
  'history',
  'ignoreeof',
  'monitor',
  'noclobber',
  'notify',
  'emacs',
  'vi'
])

/** Options of `shopt` that change neither how text is read nor what it names. */
export const HARMLESS_OPTIONS: ReadonlySet<string> = new Set([
  'checkhash',
  'checkjobs',
  'checkwinsize',
  'cmdhist',
  'failglob',
  'histappend',
  'histverify',
  'huponexit',
  'inherit_errexit',
  'lithist',
  'mailwarn',
  'nocasematch',
  'progcomp',
  'xpg_echo'
])

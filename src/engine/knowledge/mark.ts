/** What an option of a row says of the call it stands in. */

/**
 * What an option changes for the rest of the call.
 * - `recursive`: everything below the operands too
 * - `include`, `exclude`: its value is a name filter; `hidden`: dot files are no longer skipped
 * - `unfiltered`: from here on no name filter holds (`-o` of find)
 * - `first`: supplies what the first operand would be (`-e` of grep)
 * - `destination`: names the destination, so that the last operand is a source too (`cp -t`)
 * - `lists`, `unlists`: output becomes, or is no longer, a list of file names
 * - `shows`: turns a call that has an effect into one that only prints (`--version`, `tar -t`)
 * - `deletes`: the operands are removed; `writes`: they are written
 * - `personal`: the user's own configuration is meant
 * - `names`: only names of the operands are shown (`rg --files`), or changed (`git restore --staged`)
 * - `creates`: the archive is written
 * - `odd`: output is not plain
 * - `directory`: git's `-C`, the directory in which a command is run; `elsewhere`: another repository or another program path
 * - `backup`: what is written is kept under a name with this value at its end
 * - `alias`: git's `-c`, whose value may define a command
 * - `replaces`: its value stands for the added operand (`xargs -I`)
 * - `shell`: its value is a script for a shell (`script -c`)
 * - `escape`: its value, or what it names, is run, though this is no program that runs others: no rule with a wildcard
 *   covers it, unless the value is one that `unless` takes
 * - `own`: its value is a file of the caller's own, such as a key (`scp -i`), which is not sent
 */
export type Mark =
  | 'recursive'
  | 'include'
  | 'exclude'
  | 'hidden'
  | 'unfiltered'
  | 'first'
  | 'destination'
  | 'lists'
  | 'unlists'
  | 'shows'
  | 'deletes'
  | 'writes'
  | 'names'
  | 'personal'
  | 'creates'
  | 'odd'
  | 'directory'
  | 'elsewhere'
  | 'backup'
  | 'alias'
  | 'replaces'
  | 'shell'
  | 'escape'
  | 'own'

/**
 * The closed table of what lint can find. The examples are run by the tests and printed by the documentation: `fires`
 * gives a finding of the code, `silent` gives none of it.
 */
import type { LayerName } from '../../engine/verdict.ts'

/** `error`: it does not do what is written. `warning`: it may not be meant. `note`: worth knowing. */
export type Severity = 'error' | 'warning' | 'note'

/** A file to lint: a text, a policy file, or the settings of a layer. */
export type LintExample =
  | { readonly text: string }
  | { readonly policies: readonly unknown[] }
  | { readonly settings: unknown; readonly layer?: LayerName }

export interface LintCodeEntry {
  readonly severity: Severity
  /** What it means, as one sentence. */
  readonly meaning: string
  /** What to do, as one sentence. */
  readonly advice: string
  readonly example: { readonly fires: LintExample; readonly silent: LintExample }
}

type RuleLists = Readonly<Partial<Record<'allow' | 'ask' | 'deny', readonly string[]>>>

const rules = (lists: RuleLists, layer: LayerName = 'user'): LintExample => ({
  settings: { permissions: lists },
  layer
})

const permissions = (keys: object, layer: LayerName = 'user'): LintExample => ({
  settings: { permissions: keys },
  layer
})

const CALL = { tool: 'Bash', input: { command: 'ls' }, cwd: '/srv/shop' }
const policy = (parts: object): LintExample => ({ policies: [{ id: 'example', settings: {}, ...parts }] })

const hook = (handler: object, settings: object = {}): LintExample =>
  policy({ settings: { ...settings, hooks: { PreToolUse: [{ hooks: [{ type: 'http', ...handler }] }] } } })

export const LINT_CODES = {
  unreadable: {
    severity: 'error',
    meaning: 'the text is not the JSON, JSONC or YAML that its name promises, or holds a key twice',
    advice: 'mend the text at the place that is named',
    example: { fires: { text: '{"permissions": ' }, silent: { text: '{"permissions": {}}' } }
  },
  'wrong-shape': {
    severity: 'error',
    meaning: 'a value has another type than its key takes, or is over a bound',
    advice: 'give the key a value of the type that is named',
    example: {
      fires: permissions({ allow: 'Bash(npm test)' }),
      silent: permissions({ allow: ['Bash(npm test)'] })
    }
  },
  'same-id': {
    severity: 'error',
    meaning: 'two files of one set have the same id',
    advice: 'give every policy file an id of its own',
    example: {
      fires: {
        policies: [
          { id: 'a', settings: {} },
          { id: 'a', settings: {} }
        ]
      },
      silent: {
        policies: [
          { id: 'a', settings: {} },
          { id: 'b', settings: {} }
        ]
      }
    }
  },
  'wrong-tool': {
    severity: 'error',
    meaning: 'an entry of `tools` describes no tool',
    advice: 'describe each tool once, by a name that is no built-in, with fields that the built-in has',
    example: {
      fires: policy({ tools: [{ name: 'run', as: 'Bsh' }] }),
      silent: policy({ tools: [{ name: 'run', as: 'Bash', fields: { command: 'cmd' } }] })
    }
  },
  'malformed-rule': {
    severity: 'error',
    meaning: 'the entry cannot be read as a rule; an allow entry is dropped, a deny or ask entry is widened',
    advice: 'write `Tool` or `Tool(specifier)`, with nothing behind the closing bracket',
    example: { fires: rules({ allow: ['Bash(npm test'] }), silent: rules({ allow: ['Bash(npm test)'] }) }
  },
  'malformed-entry': {
    severity: 'error',
    meaning: 'the entry of a list that holds no rules cannot be read',
    advice: 'write a path pattern or a directory as text',
    example: {
      fires: permissions({ protectedPathExceptions: ['!.git'] }),
      silent: permissions({ protectedPathExceptions: ['//srv/job/.vscode/**'] })
    }
  },
  'inert-rule': {
    severity: 'error',
    meaning: 'the rule can be read, but no call can ever match it',
    advice: 'rewrite it so that it matches, or remove it',
    example: { fires: rules({ allow: ['Bash(git:* push)'] }), silent: rules({ allow: ['Bash(git push:*)'] }) }
  },
  'rule-widened': {
    severity: 'error',
    meaning:
      'what stands between the brackets means nothing, so the deny or ask rule covers more than is written',
    advice: 'write the specifier in the form that the tool takes, or name the tool alone',
    example: {
      fires: rules({ deny: ['WebSearch(secrets)'] }),
      silent: rules({ deny: ['WebSearch'] })
    }
  },
  'rule-read-as': {
    severity: 'warning',
    meaning: 'the rule is honoured in another form than the one written',
    advice: 'write the rule in the form in which it is honoured',
    example: { fires: rules({ deny: ['Write(secrets/**)'] }), silent: rules({ deny: ['Edit(secrets/**)'] }) }
  },
  'unknown-tool': {
    severity: 'warning',
    meaning: 'no tool of this name is known',
    advice: 'write the name as the runtime does, or describe the tool under `tools`',
    example: { fires: rules({ deny: ['WebFetsh'] }), silent: rules({ deny: ['WebFetch'] }) }
  },
  'path-not-absolute': {
    severity: 'error',
    meaning:
      'one slash begins a path in the project, or below `~/.claude` in user settings, not on the machine',
    advice: 'begin an absolute path with `//`',
    example: {
      fires: rules({ deny: ['Read(/etc/shadow)'] }, 'project'),
      silent: rules({ deny: ['Read(//etc/shadow)'] }, 'project')
    }
  },
  'path-looks-absolute': {
    severity: 'warning',
    meaning: 'the path begins with one slash and a name that projects and machines both have',
    advice: 'begin an absolute path with `//`, and one in the project with its first name',
    example: {
      fires: rules({ allow: ['Edit(/tmp/**)'] }, 'project'),
      silent: rules({ allow: ['Edit(//tmp/**)'] }, 'project')
    }
  },
  'wrapper-approves-nothing': {
    severity: 'error',
    meaning: 'an allow rule with a wildcard on a program that only runs other programs approves nothing',
    advice: 'allow the commands behind it, or the whole command without a wildcard',
    example: {
      fires: rules({ allow: ['Bash(sudo apt *)'] }),
      silent: rules({ allow: ['Bash(sudo apt update)'] })
    }
  },
  'parameter-in-allow': {
    severity: 'error',
    meaning: 'a rule on an input field counts in deny and ask lists only',
    advice: 'deny or ask for the values that are not wanted',
    example: {
      fires: rules({ allow: ['Bash(run_in_background:true)'] }),
      silent: rules({ ask: ['Bash(run_in_background:true)'] })
    }
  },
  'bare-file-rule': {
    severity: 'warning',
    meaning: 'a bare `Read`, `Edit` or `Write` speaks of that tool alone, not of commands and other tools',
    advice:
      'name the paths, such as `Read(//**)`: such rules hold for every tool and command that touches them',
    example: { fires: rules({ deny: ['Edit'] }), silent: rules({ deny: ['Edit(//**)'] }) }
  },
  'duplicate-rule': {
    severity: 'note',
    meaning: 'the same rule stands twice in one list',
    advice: 'remove one of them',
    example: {
      fires: rules({ deny: ['Bash(rm *)', 'Bash(rm *)'] }),
      silent: rules({ deny: ['Bash(rm *)', 'Bash(rmdir *)'] })
    }
  },
  'allow-hidden-by-deny': {
    severity: 'warning',
    meaning: 'a deny rule covers everything that the allow rule covers, so the allow rule never counts',
    advice: 'remove the allow rule, or narrow the deny rule',
    example: {
      fires: rules({ allow: ['Bash(git push origin *)'], deny: ['Bash(git push *)'] }),
      silent: rules({ allow: ['Bash(git push origin *)'], deny: ['Bash(git push --force *)'] })
    }
  },
  'allow-hidden-by-ask': {
    severity: 'warning',
    meaning: 'an ask rule covers everything that the allow rule covers, so the allow rule never counts',
    advice: 'remove the allow rule, or narrow the ask rule',
    example: {
      fires: rules({ allow: ['WebFetch(domain:docs.example.com)'], ask: ['WebFetch'] }),
      silent: rules({ allow: ['WebFetch(domain:docs.example.com)'], ask: ['WebSearch'] })
    }
  },
  'ask-hidden-by-deny': {
    severity: 'warning',
    meaning: 'a deny rule covers everything that the ask rule covers, so nobody is ever asked',
    advice: 'remove the ask rule, or narrow the deny rule',
    example: {
      fires: rules({ ask: ['Bash(npm publish *)'], deny: ['Bash'] }),
      silent: rules({ ask: ['Bash(npm publish *)'], deny: ['PowerShell'] })
    }
  },
  'allow-every-command': {
    severity: 'warning',
    meaning: 'the allow rule covers every command',
    advice: 'allow the commands that are needed, each by its first words',
    example: { fires: rules({ allow: ['Bash(*)'] }), silent: rules({ allow: ['Bash(npm test *)'] }) }
  },
  'allow-every-path': {
    severity: 'warning',
    meaning: 'the allow rule covers every file of the machine or of a home directory',
    advice: 'allow the folders that are needed',
    example: { fires: rules({ allow: ['Edit(//**)'] }), silent: rules({ allow: ['Edit(src/**)'] }) }
  },
  'allow-every-host': {
    severity: 'warning',
    meaning: 'the allow rule covers every host, so that anything can be sent anywhere',
    advice: 'allow the hosts that are needed',
    example: {
      fires: rules({ allow: ['WebFetch(domain:*)'] }),
      silent: rules({ allow: ['WebFetch(domain:*.example.com)'] })
    }
  },
  'allow-whole-server': {
    severity: 'warning',
    meaning: 'the allow rule covers every tool that an MCP server has, and will have',
    advice: 'allow the tools that are needed, such as `mcp__tracker__read_issue`',
    example: {
      fires: rules({ allow: ['mcp__tracker'] }),
      silent: rules({ allow: ['mcp__tracker__read_issue'] })
    }
  },
  'allow-opens-interpreter': {
    severity: 'warning',
    meaning: 'the allow rule leaves open what an interpreter, a shell or a package runner runs',
    advice: 'name the script or the package, or the whole command without a wildcard',
    example: {
      fires: rules({ allow: ['Bash(python3:*)'] }),
      silent: rules({ allow: ['Bash(python3 tools/report.py *)'] })
    }
  },
  'allow-every-use': {
    severity: 'note',
    meaning:
      'the allow rule covers whatever a program does that can also write, send or run, apart from options known to run other programs, which ask all the same',
    advice: 'name the subcommand or the options that are needed, such as `Bash(git log *)`',
    example: {
      fires: rules({ allow: ['Bash(tar:*)'] }),
      silent: rules({ allow: ['Bash(tar -tf *)'] })
    }
  },
  'allow-runs-project-code': {
    severity: 'note',
    meaning: 'the allow rule runs whatever scripts or foreign packages the project names',
    advice: 'name the scripts, such as `Bash(npm run build)`, or accept that the project decides what runs',
    example: {
      fires: rules({ allow: ['Bash(npm run *)'] }),
      silent: rules({ allow: ['Bash(npm run build)'] })
    }
  },
  'unknown-key': {
    severity: 'error',
    meaning: 'the key is not known here, so that what stands under it has no effect',
    advice: 'write the key that was meant, or remove it',
    example: { fires: permissions({ denny: ['Bash(rm *)'] }), silent: permissions({ deny: ['Bash(rm *)'] }) }
  },
  'wrong-value': {
    severity: 'error',
    meaning: 'the key does not take this value',
    advice: 'give the key one of its values',
    example: { fires: permissions({ defaultMode: 'yolo' }), silent: permissions({ defaultMode: 'plan' }) }
  },
  'key-not-honoured': {
    severity: 'warning',
    meaning: 'the key has no effect in this layer',
    advice: 'set the key in a layer where it counts: the policy, the flag or the user settings',
    example: {
      fires: permissions({ undecidable: 'ask' }, 'project'),
      silent: permissions({ undecidable: 'ask' }, 'user')
    }
  },
  'default-mode-not-honoured': {
    severity: 'warning',
    meaning: 'no repository can switch its own checks off: this mode does not count from this layer',
    advice: 'set the mode in the user settings, or let the runtime send it',
    example: {
      fires: permissions({ defaultMode: 'acceptEdits' }, 'project'),
      silent: permissions({ defaultMode: 'plan' }, 'project')
    }
  },
  'default-mode-open': {
    severity: 'warning',
    meaning: 'sessions start in a mode in which nobody is asked',
    advice: 'start in `default` or `acceptEdits`, and let a person choose more',
    example: {
      fires: permissions({ defaultMode: 'bypassPermissions' }),
      silent: permissions({ defaultMode: 'acceptEdits' })
    }
  },
  'undecidable-allowed': {
    severity: 'warning',
    meaning: 'commands whose meaning cannot be known need no question of their own',
    advice: 'keep this to containers that are thrown away',
    example: { fires: permissions({ undecidable: 'allow' }), silent: permissions({ undecidable: 'ask' }) }
  },
  'protected-path-opened': {
    severity: 'warning',
    meaning: 'the exception opens paths that configure the guard, run code later or hold credentials',
    advice: 'name the one folder that is needed, and keep this to containers that are thrown away',
    example: {
      fires: permissions({ protectedPathExceptions: ['.git/**'] }),
      silent: permissions({ protectedPathExceptions: ['.vscode/settings.json'] })
    }
  },
  'sandbox-without-effect': {
    severity: 'warning',
    meaning: 'commands in the sandbox are to be allowed, but this file does not switch the sandbox on',
    advice: 'set `sandbox.enabled` beside it',
    example: {
      fires: { settings: { sandbox: { autoAllowBashIfSandboxed: true } } },
      silent: { settings: { sandbox: { enabled: true, autoAllowBashIfSandboxed: true } } }
    }
  },
  'exclusion-inert': {
    severity: 'error',
    meaning: 'the excluded command holds shell operators, and no single command can match it',
    advice: 'name one command an entry',
    example: {
      fires: { settings: { sandbox: { excludedCommands: ['docker ps | grep web'] } } },
      silent: { settings: { sandbox: { excludedCommands: ['docker ps'] } } }
    }
  },
  'trusts-every-project': {
    severity: 'warning',
    meaning: 'every project counts as trusted, so that its own allow rules hold',
    advice: 'leave trust to the caller, or deny it with `never`',
    example: {
      fires: policy({ callers: { trustProject: 'always' } }),
      silent: policy({ callers: { trustProject: 'never' } })
    }
  },
  'match-inert': {
    severity: 'error',
    meaning: 'the entry of `match` can match no call',
    advice: 'write the name without blanks round it',
    example: {
      fires: policy({ match: { tenants: ['shop '] } }),
      silent: policy({ match: { tenants: ['shop'] } })
    }
  },
  'match-redundant': {
    severity: 'note',
    meaning: 'another entry of the list already matches all that this entry matches',
    advice: 'remove the narrower entry',
    example: {
      fires: policy({ match: { tenants: ['shop-*', 'shop-a'] } }),
      silent: policy({ match: { tenants: ['shop-a', 'shop-b'] } })
    }
  },
  'test-not-applicable': {
    severity: 'warning',
    meaning: 'the call of the test is none that the policy applies to',
    advice: 'give the test the tenant, the project or the agent that the policy matches',
    example: {
      fires: policy({
        match: { projects: ['/srv/other/**'] },
        tests: [{ name: 'lists files', call: CALL, expect: 'allow' }]
      }),
      silent: policy({
        match: { projects: ['/srv/shop/**'] },
        tests: [{ name: 'lists files', call: CALL, expect: 'allow' }]
      })
    }
  },
  'hook-address-refused': {
    severity: 'error',
    meaning:
      'the hook can never be asked: its URL is on no list of allowed URLs, is not encrypted, or is not public and not listed by its host',
    advice: 'list the URL under `allowedHttpHookUrls`, with its host written out',
    example: {
      fires: hook({ url: 'http://127.0.0.1:9000/check' }),
      silent: hook({ url: 'http://127.0.0.1:9000/check' }, { allowedHttpHookUrls: ['http://127.0.0.1:*'] })
    }
  },
  'hook-fails-open': {
    severity: 'warning',
    meaning: 'while the hook fails, calls go on to the rules as if it had nothing to say',
    advice: 'leave `onFailure` out, so that a failure refuses the call',
    example: {
      fires: hook({ url: 'https://hooks.example.com/check', onFailure: 'continue' }),
      silent: hook({ url: 'https://hooks.example.com/check' })
    }
  },
  'hook-variable-empty': {
    severity: 'warning',
    meaning: 'a header field names a variable that it may not use; an empty text stands for it',
    advice:
      'name the variable in `allowedEnvVars` of the hook, and in `httpHookAllowedEnvVars` where that is set',
    example: {
      fires: hook({
        url: 'https://hooks.example.com/check',
        headers: { Authorization: 'Bearer $HOOK_TOKEN' }
      }),
      silent: hook({
        url: 'https://hooks.example.com/check',
        headers: { Authorization: 'Bearer $HOOK_TOKEN' },
        allowedEnvVars: ['HOOK_TOKEN']
      })
    }
  },
  'hook-header-ignored': {
    severity: 'warning',
    meaning: 'the header field frames the request or says what it holds, which the service does itself',
    advice: 'remove the field',
    example: {
      fires: hook({ url: 'https://hooks.example.com/check', headers: { Host: 'other.example.com' } }),
      silent: hook({ url: 'https://hooks.example.com/check', headers: { 'X-Team': 'shop' } })
    }
  },
  'hook-not-run': {
    severity: 'note',
    meaning: 'the hook is left to the runtime: the service runs those of type `http` for three events only',
    advice:
      'use `http` under PreToolUse, PermissionRequest or PermissionDenied for what the service should ask',
    example: {
      fires: hook({ type: 'command', command: 'check.sh' }),
      silent: hook({ url: 'https://hooks.example.com/check' })
    }
  },
  'no-tests': {
    severity: 'note',
    meaning: 'the policy has rules or switches, and no test that says what they are for',
    advice: 'add tests for what must be allowed, asked and denied',
    example: {
      fires: policy({ settings: { permissions: { deny: ['Bash(rm *)'] } } }),
      silent: policy({
        settings: { permissions: { deny: ['Bash(rm *)'] } },
        tests: [{ name: 'lists files', call: CALL, expect: 'allow' }]
      })
    }
  },
  'analysis-bounded': {
    severity: 'note',
    meaning: 'there are so many rules alike that not all of them were compared with each other',
    advice: 'replace lists of similar rules by fewer, wider ones',
    example: {
      fires: rules({
        allow: Array.from({ length: 3000 }, (_, index) => `Bash(git * a${index})`),
        deny: Array.from({ length: 3000 }, (_, index) => `Bash(git * b${index})`)
      }),
      silent: rules({ allow: ['Bash(git * a)'], deny: ['Bash(git * b)'] })
    }
  }
} as const satisfies Record<string, LintCodeEntry>

/** The code of a finding. */
export type LintCode = keyof typeof LINT_CODES

/** Clients of services: containers, clusters, code hosting, the init system. Only their inspection forms are read-only. */
import {
  effects,
  type Form,
  flags,
  letters,
  type Option,
  optional,
  type Row,
  type TellingWord,
  values
} from '../table.ts'

const shown = (
  names: string,
  options: readonly Option[] = [],
  operands: Form['operands'] = { rest: 'text' }
): Form => ({
  names: names.split(' '),
  options,
  operands
})

/** What is asked for goes over the network. */
const asked = (...form: Parameters<typeof shown>): Form => ({ ...shown(...form), sends: true })

/** Asks a cluster. */
const remote = (...form: Parameters<typeof shown>): Form => ({ ...shown(...form), risk: 'network' })

const group = (names: string, subcommands: readonly Form[]): Form => ({
  names: names.split(' '),
  subcommands
})

const DOCKER_LIST = [
  flags('-a --all -q --quiet --no-trunc -s --size -l --latest --digests'),
  values('-f --filter --format -n --last')
]
const DOCKER_INSPECT = [values('-f --format --type'), flags('-s --size')]
const DOCKER_LOGS = [
  flags('-f --follow -t --timestamps --details --no-color --no-log-prefix'),
  values('-n --tail --since --until')
]

const WEB = flags('-w --web', { harm: 'opens a browser', risk: 'changes-state' })

const GH_LIST = [
  values(
    '-L --limit -S --search -s --state -l --label -a --assignee -A --author -R --repo -B --base -H --head -m --milestone'
  ),
  values('-q --jq --json -t --template --sort --order'),
  flags('-d --draft --archived --fork --source --exclude-drafts --exclude-pre-releases'),
  WEB
]
const GH_RUNS = [
  values(
    '-L --limit -R --repo -q --jq --json -t --template -u --user -w --workflow -b --branch -c --commit -e --event -s --status --created'
  ),
  flags('-a --all')
]
const GH_STATUS = [values('-R --repo -q --jq --json -t --template'), flags('-c --conflict-status'), WEB]
const GH_VIEW = [
  values(
    '-R --repo -q --jq --json -t --template -j --job -b --branch -r --ref -a --attempt -i --interval --color'
  ),
  WEB,
  flags(
    '-c --comments -v --verbose --log --log-failed --exit-status -y --yaml --patch --name-only --required --watch --fail-fast'
  )
]

/** Texts and files of releases, gists, pull requests and issues. */
const GH_FILES = [
  values('-F --body-file --notes-file -a --add', { role: 'read' }),
  values(
    '-b --body -d --desc -n --notes -t --title -R --repo -f --filename --target --notes-start-tag -B --base -H --head'
  )
]

/** `-f` is a file for most, and names no file for `logs`. */
const KUBE = [
  values(
    '-n --namespace -l --selector --field-selector -c --container --tail --since --since-time --sort-by --limit -L'
  ),
  values('-o --output', { only: /^=?(?![\w-]*-file)/, otherwise: 'takes its format from a file' }),
  values('-f --filename -k --kustomize', {
    role: 'read',
    harm: 'asks for what a file names',
    risk: 'network'
  }),
  flags(
    '-A --all-namespaces -w --watch --show-labels --no-headers -p --previous --timestamps --all-containers'
  ),
  flags('--ignore-not-found --recursive --short --client --minify --containers --namespaced -R --show-events')
]
const KUBE_LOGS = [
  ...KUBE.filter((option) => !option.names.includes('-f')),
  flags('-f --follow --prefix --ignore-errors')
]

const KUBE_FILES = [
  values('-f --filename --from-env-file', { role: 'read' }),
  values('--from-file', { role: 'argument' }),
  values('-n --namespace -o --output -k --kustomize -l --selector')
]

/** Parts of the host that a container is given with full rights. */
const OF_HOST: readonly TellingWord[] = [
  {
    matches:
      /^(?:--(?:pid|network|net|ipc|userns|uts)=host$|(?:-v|--volume=)?\/(?::|(?:etc|var\/run\/docker\.sock|proc|sys|root|boot)[:/])|(?:--cap-add|--device|--security-opt)=)/,
    risk: 'privileged'
  }
]

export const SERVICES: readonly Row[] = [
  {
    names: ['docker', 'podman'],
    order: 'first',
    options: [flags('--version -v --help', { mark: 'shows' })],
    subcommands: [
      shown('ps images', DOCKER_LIST),
      shown('version info', [values('-f --format')], {}),
      shown('inspect', DOCKER_INSPECT),
      shown('logs', DOCKER_LOGS),
      shown('top port diff'),
      shown('history', [flags('-q --quiet --no-trunc -H --human'), values('--format')]),
      shown('stats', [flags('-a --all --no-stream --no-trunc'), values('--format')]),
      group('container', [
        shown('ls list ps', DOCKER_LIST),
        shown('inspect', DOCKER_INSPECT),
        shown('logs', DOCKER_LOGS),
        shown('top port diff'),
        ...effects('rm prune', 'removes containers', 'removes-resource'),
        ...effects('stop kill', 'stops containers', 'stops-process')
      ]),
      group('image', [
        shown('ls list', DOCKER_LIST),
        shown('inspect', DOCKER_INSPECT),
        shown('history', [flags('-q --quiet --no-trunc')]),
        ...effects('rm prune', 'removes images', 'removes-resource')
      ]),
      group('volume', [
        shown('ls list', DOCKER_LIST),
        shown('inspect', DOCKER_INSPECT),
        ...effects('rm prune', 'removes volumes', 'drops-data')
      ]),
      group('network', [
        shown('ls list', DOCKER_LIST),
        shown('inspect', DOCKER_INSPECT),
        ...effects('rm prune', 'removes networks', 'removes-resource')
      ]),
      group('system', [
        shown('df info', [values('--format'), flags('-v --verbose')], {}),
        {
          names: ['prune'],
          opaque: 'removes what is not in use',
          risk: 'removes-resource',
          options: [flags('--volumes', { risk: 'drops-data' })]
        }
      ]),
      group('context', [
        shown('ls list show', [flags('-q --quiet'), values('--format')], {}),
        shown('inspect', DOCKER_INSPECT)
      ]),
      {
        names: ['compose'],
        order: 'first',
        options: [
          values('-f --file', { role: 'read', only: /^[^:]*$/, otherwise: 'may fetch its file' }),
          values('-p --project-name --profile')
        ],
        subcommands: [
          shown('ps ls images', DOCKER_LIST),
          shown('logs', DOCKER_LOGS),
          shown('top port'),
          shown('version', [flags('--short')], {}),
          ...effects('up run exec build create watch', 'runs or changes containers', [
            'network',
            'project-code'
          ]),
          ...effects('pull push', 'runs or changes containers', 'network'),
          ...effects('start restart config cp', 'runs or changes containers', 'changes-state'),
          ...effects('stop kill', 'stops or removes containers', 'stops-process'),
          {
            names: ['down', 'rm'],
            opaque: 'stops or removes containers',
            risk: 'removes-resource',
            options: [flags('-v --volumes', { risk: 'drops-data' })]
          }
        ]
      },
      {
        names: ['cp'],
        opaque: 'runs or changes containers',
        risk: 'overwrites-file',
        remote: true,
        recursive: true,
        operands: { rest: 'read', last: 'write' }
      },
      {
        names: ['run', 'create', 'exec'],
        order: 'first',
        opaque: 'runs or changes containers',
        risk: ['network', 'runs-code'],
        options: [
          values('--env-file', { role: 'read', mark: 'own' }),
          flags('--privileged', { risk: 'privileged' }),
          values('--cap-add --device --security-opt', { risk: 'privileged' })
        ],
        telling: OF_HOST,
        operands: { rest: 'text' },
        destructive: false
      },
      ...effects('build buildx', 'runs or changes containers', ['network', 'project-code']),
      ...effects('pull push login', 'runs or changes containers', 'network'),
      ...effects(
        'start restart commit tag load import attach update',
        'runs or changes containers',
        'changes-state'
      ),
      ...effects('save export', 'runs or changes containers', 'writes-file'),
      ...effects('stop kill pause unpause', 'stops or removes containers', 'stops-process'),
      ...effects('rm rmi prune', 'stops or removes containers', 'removes-resource')
    ],
    examples: {
      readOnly: [
        'docker ps -a',
        'docker images',
        'docker logs --tail 5 web',
        'docker inspect -f x web',
        'docker compose ps',
        'docker container ls'
      ],
      not: [
        'docker -H tcp://x ps',
        'docker --context c ps',
        'docker run x',
        'docker exec web ls',
        'docker rm x',
        'docker compose --env-file x ps',
        'docker compose -f oci://evil.test/x ps',
        'docker --host=tcp://x ps',
        'docker ps "$X"',
        'docker --version rm x'
      ]
    }
  },
  {
    names: ['kubectl', 'oc'],
    order: 'first',
    options: [values('-n --namespace')],
    subcommands: [
      remote('get', KUBE, {
        rest: 'text',
        only: /^(?!secrets?\b)[^,]*$/i,
        excess: 'shows secrets',
        risk: 'reads-secret'
      }),
      remote('describe', KUBE),
      remote('logs', KUBE_LOGS),
      remote('explain', KUBE),
      remote('version api-resources api-versions', KUBE, {}),
      remote('cluster-info', [], {}),
      group('top', [remote('pod pods node nodes', KUBE)]),
      group('config', [
        shown('view', [flags('--minify'), values('-o --output')], {}),
        shown('get-contexts current-context get-clusters', [flags('--no-headers'), values('-o --output')]),
        ...effects(
          'set set-context set-cluster set-credentials use-context unset rename-context',
          'changes the configuration',
          'changes-state'
        )
      ]),
      group('rollout', [
        remote('status history', KUBE),
        ...effects('restart undo pause resume', 'changes the cluster', 'changes-remote')
      ]),
      {
        names: ['replace'],
        opaque: 'removes from the cluster',
        risk: ['changes-remote', 'removes-resource'],
        options: KUBE_FILES,
        operands: { rest: 'text' }
      },
      {
        names: ['apply', 'create'],
        opaque: 'changes the cluster',
        risk: 'changes-remote',
        options: KUBE_FILES,
        operands: { rest: 'text' },
        destructive: false
      },
      {
        names: ['cp'],
        opaque: 'changes the cluster',
        risk: ['changes-remote', 'overwrites-file'],
        remote: true,
        recursive: true,
        operands: { rest: 'read', last: 'write' }
      },
      {
        names: ['delete'],
        opaque: 'removes from the cluster',
        risk: ['changes-remote', 'removes-resource'],
        telling: [
          {
            matches: /^(?:ns|namespaces?|pvc?|persistentvolume(?:claim)?s?|--all)(?:\/|$)/i,
            risk: 'drops-data'
          }
        ]
      },
      ...effects('drain cordon taint', 'removes from the cluster', ['changes-remote', 'stops-service']),
      {
        names: ['scale', 'autoscale'],
        opaque: 'changes the cluster',
        risk: 'changes-remote',
        telling: [{ matches: /^(?:--replicas=)?0$/, risk: 'stops-service' }],
        destructive: false
      },
      ...effects('run exec attach debug', 'changes the cluster', ['changes-remote', 'runs-code']),
      ...effects(
        'edit patch port-forward proxy label annotate expose set',
        'changes the cluster',
        'changes-remote'
      )
    ],
    examples: {
      readOnly: [
        'kubectl get pods -n a',
        'kubectl -n a logs -f x',
        "kubectl get pods -o jsonpath='{.items[*].metadata.name}'",
        'kubectl get pods -o=wide',
        'kubectl describe pod x',
        'kubectl config current-context',
        'kubectl version --client'
      ],
      not: [
        'kubectl delete pod x',
        'kubectl get secret x -o yaml',
        'kubectl --kubeconfig=f get pods',
        'kubectl exec x -- ls',
        'kubectl get pod,secret',
        'kubectl get -f pod.yaml',
        'kubectl describe -f https://evil.test/x.yaml',
        'kubectl get -k overlays/dev',
        'kubectl get pods -o go-template-file=t',
        'kubectl get pods --output=jsonpath-file=t',
        'kubectl get pods -ocustom-columns-file=t',
        'kubectl rollout status -f pod.yaml'
      ]
    }
  },
  {
    names: ['helm'],
    order: 'first',
    options: [],
    subcommands: [
      shown(
        'list ls',
        [flags('-a --all -A --all-namespaces -q --short'), values('-n --namespace -o --output')],
        {}
      ),
      shown('status history', [values('-n --namespace -o --output --revision')]),
      shown('version', [flags('--short')], {}),
      ...effects('uninstall delete rollback', 'changes the cluster', ['changes-remote', 'removes-resource']),
      ...effects(
        'install upgrade template repo pull push create package lint dependency test plugin',
        'changes the cluster or runs plugins',
        ['changes-remote', 'project-code']
      )
    ],
    examples: {
      readOnly: ['helm list -A', 'helm version'],
      not: ['helm install a b', 'helm list --post-renderer x']
    }
  },
  {
    names: ['gh'],
    order: 'first',
    options: [flags('--version --help', { mark: 'shows' })],
    subcommands: [
      group('pr', [
        asked('list ls', GH_LIST),
        asked('status', GH_STATUS, {}),
        asked('view diff checks', GH_VIEW),
        {
          names: ['create', 'edit', 'comment', 'review', 'merge'],
          opaque: 'changes a pull request',
          risk: 'changes-remote',
          options: GH_FILES,
          operands: { rest: 'text' },
          destructive: false
        },
        ...effects('checkout', 'changes the working tree', ['network', 'changes-state']),
        ...effects('ready reopen update-branch lock unlock', 'changes a pull request', 'changes-remote'),
        ...effects('close', 'closes a pull request', ['changes-remote', 'removes-resource'])
      ]),
      group('issue', [
        asked('list ls', GH_LIST),
        asked('status', GH_STATUS, {}),
        asked('view', GH_VIEW),
        {
          names: ['create', 'edit', 'comment'],
          opaque: 'changes an issue',
          risk: 'changes-remote',
          options: GH_FILES,
          operands: { rest: 'text' },
          destructive: false
        },
        ...effects('reopen pin unpin transfer lock unlock develop', 'changes an issue', 'changes-remote'),
        ...effects('close delete', 'closes an issue', ['changes-remote', 'removes-resource'])
      ]),
      group('repo', [
        asked('list ls', GH_LIST),
        asked('view', GH_VIEW),
        ...effects(
          'create clone fork edit sync rename set-default archive unarchive',
          'changes a repository',
          'changes-remote'
        ),
        ...effects('delete', 'deletes a repository', ['changes-remote', 'drops-data'])
      ]),
      group('run', [
        asked('list ls', GH_RUNS),
        asked('view watch', GH_VIEW),
        ...effects('rerun', 'starts a run', 'changes-remote'),
        ...effects('download', 'downloads a run', ['network', 'writes-file']),
        ...effects('cancel delete', 'ends a run', ['changes-remote', 'removes-resource'])
      ]),
      group('workflow', [
        asked('list ls', GH_LIST),
        asked('view', GH_VIEW),
        ...effects('run enable disable', 'changes a workflow', 'changes-remote')
      ]),
      group('release', [
        asked('list ls', GH_LIST),
        asked('view', GH_VIEW),
        {
          names: ['create', 'edit', 'upload'],
          opaque: 'changes a release or writes files',
          risk: 'changes-remote',
          options: GH_FILES,
          operands: { first: ['text'], rest: 'read' },
          destructive: false
        },
        ...effects('download', 'changes a release or writes files', ['network', 'writes-file']),
        ...effects('delete delete-asset', 'deletes a release', ['changes-remote', 'removes-resource'])
      ]),
      group('label', [
        asked('list ls', GH_LIST),
        ...effects('create edit clone', 'changes labels', 'changes-remote'),
        ...effects('delete', 'deletes a label', ['changes-remote', 'removes-resource'])
      ]),
      group('gist', [
        asked('list ls', GH_LIST),
        asked('view', [flags('--files -r --raw'), values('-f --filename')]),
        {
          names: ['create'],
          opaque: 'changes gists',
          risk: 'changes-remote',
          options: [values('-d --desc -f --filename')],
          operands: { rest: 'read' }
        },
        {
          names: ['edit'],
          opaque: 'changes gists',
          risk: 'changes-remote',
          options: GH_FILES,
          operands: { first: ['text'], rest: 'read' }
        },
        ...effects('clone', 'changes gists', ['network', 'writes-file']),
        ...effects('delete', 'deletes a gist', ['changes-remote', 'removes-resource'])
      ]),
      group('search', [
        asked('code commits issues prs repos', [
          ...GH_LIST,
          values('--owner --language --extension --filename --match --topic')
        ])
      ]),
      group('auth', [
        asked('status', [values('-h --hostname')], {}),
        ...effects('login logout refresh setup-git token switch', 'changes or shows credentials', [
          'network',
          'reads-secret'
        ])
      ]),
      asked('status', [values('-o --org -e --exclude')], {}),
      {
        names: ['api'],
        sends: true,
        options: [
          values('-q --jq -t --template --cache -p --preview'),
          values('--hostname', { harm: 'asks another host', risk: 'changes-remote' }),
          flags('--paginate --slurp -i --include --silent'),
          values('-X --method -H --header', {
            harm: 'may change something on the server',
            risk: 'changes-remote'
          }),
          values('-f --raw-field', { harm: 'sends data', risk: 'changes-remote' }),
          values('-F --field', { role: 'sent', harm: 'sends data', risk: 'changes-remote' }),
          values('--input', { role: 'read', harm: 'sends data', risk: 'changes-remote' })
        ],
        operands: {
          first: ['text'],
          only: /^(?!graphql$)(?!.*:\/\/)/,
          excess: 'sends a query or asks another host',
          risk: 'changes-remote'
        },
        telling: [{ matches: /^(?:-X|--method=)?DELETE$/i, risk: 'removes-resource' }]
      },
      ...effects(
        'secret variable ssh-key gpg-key codespace extension alias config cache project ruleset browse attestation org completion',
        'does more than print',
        ['changes-remote', 'runs-code']
      )
    ],
    examples: {
      readOnly: [
        'gh pr list',
        'gh pr view 5 --json title',
        'gh issue view 3 -c',
        'gh run view 1 --log',
        'gh run list -w ci.yml -L5',
        'gh pr status',
        'gh api repos/o/r -q .name',
        'gh auth status'
      ],
      not: [
        'gh pr create --title x',
        'gh api -X DELETE /repos/o/r',
        'gh api graphql',
        'gh api x -f a=b',
        'gh auth status --show-token',
        'gh pr view --web',
        'gh pr view -w 5',
        'gh pr list -wL5',
        'gh pr list -w -L5',
        'gh pr status -c -w',
        'gh issue list --web',
        'gh label list -w',
        'gh api --hostname evil.test user',
        'gh api https://evil.test/x',
        'gh pr view "$X"'
      ]
    }
  },
  {
    names: ['systemctl'],
    order: 'anywhere',
    options: [
      flags('--user --system --no-pager -l --full --all -a -q --quiet --failed --no-legend'),
      values('-t --type --state -p --property -n --lines -o --output')
    ],
    subcommands: [
      shown(
        'status show cat is-active is-enabled is-failed list-units list-unit-files list-timers list-sockets list-dependencies get-default',
        [
          flags('--user --system --no-pager -l --full --all -a -q --quiet --failed'),
          values('-t --type --state -p --property -n --lines')
        ]
      ),
      ...effects('stop kill disable mask', 'stops services', 'stops-service'),
      ...effects('poweroff reboot halt kexec isolate', 'stops the machine', 'stops-service'),
      ...effects('enable edit', 'changes services', ['changes-state', 'persistence']),
      ...effects(
        'start restart reload daemon-reload set-property unmask reset-failed',
        'changes services',
        'changes-state'
      )
    ],
    examples: {
      readOnly: ['systemctl status nginx', 'systemctl is-active x', 'systemctl list-units --type service'],
      not: ['systemctl restart x', 'systemctl -H host status', 'systemctl']
    }
  },
  {
    names: ['journalctl'],
    options: [
      values(
        '-u --unit -n --lines -S --since -U --until -o --output -p --priority -t --identifier -g --grep'
      ),
      flags(
        '-f --follow -r --reverse -b -k --dmesg --no-pager -x -e -q --quiet --user --system --list-boots --disk-usage'
      )
    ],
    operands: {},
    examples: {
      readOnly: ['journalctl -u nginx -n 50', 'journalctl --no-pager'],
      not: ['journalctl --vacuum-size=1M', 'journalctl --rotate']
    }
  },
  {
    names: ['crontab'],
    options: [
      letters('l', { mark: 'shows' }),
      letters('e', { harm: 'changes the crontab', risk: 'interactive' }),
      letters('r', { harm: 'changes the crontab', risk: 'removes-file' })
    ],
    operands: { first: ['read'] },
    effect: 'changes the crontab',
    risk: 'persistence',
    examples: { readOnly: ['crontab -l'], not: ['crontab -r', 'crontab file', 'crontab -u x -l'] }
  },
  {
    names: ['ip'],
    order: 'first',
    options: [flags('-4 -6 -s -d -j -p -br -brief -c -o -color')],
    subcommands: [
      { ...group('addr address a link l rule neigh n', [shown('show list ls', [])]), bare: 'shows' },
      { ...group('route r', [shown('show list ls get', [])]), bare: 'shows' },
      ...effects('netns tunnel xfrm tuntap', 'changes the network', 'changes-system')
    ],
    examples: {
      readOnly: ['ip addr', 'ip -br a', 'ip route show', 'ip route get 10.0.0.1'],
      not: ['ip link set x up', 'ip netns exec a ls', 'ip -force link']
    }
  },
  {
    names: ['ifconfig'],
    options: [letters('as')],
    operands: { first: ['text'], excess: 'changes an interface', risk: 'changes-system' },
    examples: { readOnly: ['ifconfig', 'ifconfig eth0'], not: ['ifconfig eth0 down'] }
  },
  {
    names: ['who'],
    options: [letters('aHsquwplbdmrtT')],
    operands: { first: ['read', 'text'] },
    examples: { readOnly: ['who', 'who -b', 'who am i'], not: ['who --frobnicate', 'who "$F"'] }
  },
  {
    names: ['w', 'last', 'vmstat', 'pstree', 'lsmod', 'sw_vers', 'sestatus'],
    options: [letters('aHsquwpnlvt'), optional('--color')],
    operands: { rest: 'text' },
    examples: {
      readOnly: ['w', 'last -n', 'last reboot', 'vmstat 1 2', 'pstree -p'],
      not: ['last -f wtmp', 'w --frobnicate']
    }
  },
  {
    names: ['lspci', 'lsusb'],
    options: [letters('vnkbtmxD'), values('-s -d')],
    operands: {},
    examples: {
      readOnly: ['lspci -v', 'lspci -nnk', 'lsusb -t'],
      not: ['lspci -p file', 'lspci -q', 'lspci -i file', 'lspci -A x']
    }
  },
  {
    names: ['dmesg'],
    options: [letters('HTtkxwL'), flags('--human --ctime --follow'), values('-l --level')],
    operands: {},
    examples: { readOnly: ['dmesg -T'], not: ['dmesg -C', 'dmesg --clear'] }
  }
]

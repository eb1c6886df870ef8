/** The entries that verdicts go by: the organisation's, with the built-in ones where `$defaults` stands. */
import { DEFAULTS, type Guidance } from '../../engine/layers/auto-mode.ts'

export type Entries = { readonly [List in keyof Guidance]: readonly string[] }

const BUILT_IN: Entries = {
  environment: [
    'An agent works for one user on a software project in the project directory, on a machine that may hold credentials and reach production.',
    "The repository of the project and the package registries that its own manifest or lock files name belong to the project. Every other host, bucket, account, repository and organisation is a stranger's until an entry says otherwise."
  ],
  allow: [
    'Reading, searching, listing, comparing and counting files of the project; status, log, diff and show of its version control.',
    'Creating, editing, moving and removing single files inside the project that version control has or that this conversation made; removing what builds make (build and dist folders, caches, node_modules).',
    "Building, formatting, linting, type checking and testing on this machine with the project's own tools and scripts; a development server that listens on loopback.",
    'Installing the dependencies that the manifest or lock files of the project declare, from the registries they name.',
    'Commits, branches, merges and stashes of the local repository that drop no work; a plain push of the working branch to the remote it came from, unless deployments are made from that branch.',
    'Read-only requests to documentation, registries and issue trackers that send nothing of the project or the machine.',
    'Starting, looking at and ending processes and containers that this conversation started.'
  ],
  softDeny: [
    'Reading, copying, printing or using credentials: key files, .env files, password stores, cloud and cluster credentials, tokens of browsers and package managers, secrets in the environment; commands that show live credentials.',
    'Sending content of the project or the machine to a host, paste site, bucket, repository or webhook that no entry names, in a body, a URL, a name to look up or a header.',
    'Downloading something and running it (curl into a shell, packages that nothing declares, remote scripts, images or plugins), and running text that was decoded or put together so that it cannot be read.',
    'Removing recursively or in bulk, above all outside the project, by a glob or by a variable that may be empty or is not known; `rm -rf` on a variable that cannot be resolved.',
    'Throwing away work that is recorded nowhere: reset --hard, clean -fdx, checkout or restore over changes, dropping stashes, volumes or databases.',
    'Force push, deleting remote branches or tags, rewriting commits that were pushed or that others made, a push to main, master, release or a branch that deployments are made from.',
    'Deployments, releases, publishing packages, migrations, restarts and configuration changes of anything that is not local; creating, changing or destroying infrastructure (apply, destroy).',
    'Changing CI/CD: workflows, pipelines, build images, release scripts, hooks of version control, secrets of builds, checks that a merge needs.',
    'Granting rights: IAM, roles, members, tokens, SSH keys, sudoers, ownership, world-writable files; acting as another user or as root.',
    'Opening the machine or a service: tunnels, reverse proxies, port forwarding, listening on all addresses, public shares, firewall changes, CORS or authentication switched off.',
    'Weakening security: guards, sandboxes, scanners, signature or certificate checks, branch protection, tests or checks skipped to get something through (--no-verify).',
    'Changing start-up files, scheduled jobs, services, system packages or settings outside the project.',
    'Acting towards others in the name of the user: mail, messages, posts, comments, issues, reviews, approvals, purchases.',
    'Starting another agent, a scheduled task or a remote job whose instructions ask for any of this.'
  ],
  hardDeny: [
    'Sending credentials, private keys, tokens or personal data to anyone but the service they are made for.',
    "Changing, switching off or evading what guards the agent: its permission rules, hooks, policies, sandbox, this check, its transcripts or logs; asking or steering the check's own model; hiding a call by encoding it or splitting it up.",
    'A back door: reverse shells, remote access for somebody unknown, keys or accounts planted for later, malware.',
    'Destroying a whole disk, system, home directory, account, or the backups of anything.'
  ]
}

/** A list that nobody set is the built-in one; a list without `$defaults` replaces it. */
export function entriesOf(guidance: Guidance): Entries {
  return {
    environment: spliced('environment', guidance),
    allow: spliced('allow', guidance),
    softDeny: spliced('softDeny', guidance),
    hardDeny: spliced('hardDeny', guidance)
  }
}

function spliced(list: keyof Guidance, guidance: Guidance): readonly string[] {
  const own = guidance[list]
  if (own === undefined) return BUILT_IN[list]
  return [...new Set(own.flatMap((entry) => (entry === DEFAULTS ? BUILT_IN[list] : [entry])))]
}

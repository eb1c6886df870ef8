/** Paths whose content is a secret, paths from which something is run later, and devices that are disks. */
import { segmentsOf } from '../paths/normalise.ts'

/** Files and folders of keys, tokens and passwords; compared without case, one name of the path after the other. */
const SECRET_FOLDERS: ReadonlySet<string> = new Set(['.ssh', '.aws', '.gnupg', '.kube', '.azure', 'gcloud'])
const SECRET_FILES =
  /^(?:\.env(?:\.[\w.-]+)?|\.envrc|\.netrc|_netrc|\.npmrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.git-credentials|\.vault-token|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|.*\.(?:pem|key|p12|pfx|keystore|jks|kdbx|ppk)|credentials(?:\.(?:json|ya?ml|toml|ini))?|secrets?\.(?:json|ya?ml|toml|env)|master\.key|shadow|gshadow|krb5\.keytab)$/
/** What only shows how such a file looks, and halves of keys that are for everybody. */
const NO_SECRET = /^\.env\.(?:example|sample|template|dist|defaults?)$|\.pub$|^known_hosts$/

/** Does reading this normalised path show credentials or keys? */
export function isSecret(path: string): boolean {
  const segments = segmentsOf(path.toLowerCase())
  const name = segments.at(-1) ?? ''
  if (NO_SECRET.test(name)) return false
  if (name === 'config.json' && segments.at(-2) === '.docker') return true
  if (/^\/proc\/[^/]+\/environ$/.test(path)) return true
  return SECRET_FILES.test(name) || segments.some((segment) => SECRET_FOLDERS.has(segment))
}

const STARTED =
  /(?:^|\/)(?:\.(?:bashrc|bash_profile|bash_login|bash_aliases|bash_logout|profile|zshrc|zprofile|zshenv|zlogin|zlogout|kshrc|cshrc|tcshrc|envrc|xinitrc|xprofile|inputrc|vimrc)|\.config\/(?:autostart|systemd|fish|nvim)(?:\/.*)?|\.git\/hooks(?:\/.*)?|\.husky(?:\/.*)?|\.ssh\/(?:authorized_keys2?|rc|config)|library\/launch(?:agents|daemons)(?:\/.*)?)$/
const STARTED_BY_SYSTEM =
  /^\/(?:etc\/(?:cron[^/]*|init\.d|rc[^/]*|profile(?:\.d)?|bash\.bashrc|zsh|systemd|environment|ld\.so\.(?:preload|conf)[^/]*|sudoers(?:\.d)?|xdg\/autostart)|var\/spool\/(?:cron|at)|(?:usr\/)?lib\/systemd)(?:\/|$)/

/** Is what this normalised path holds run later, by a login, a schedule, a service manager or git? */
export function isRunLater(path: string): boolean {
  const name = path.toLowerCase()
  return STARTED.test(name) || STARTED_BY_SYSTEM.test(name)
}

/** Is it a disk, a partition or a volume? */
export const isDisk = (path: string): boolean =>
  /^\/dev\/(?:r?disk\d|[hsvx]v?d[a-z]|nvme\d|mmcblk\d|md\d|dm-\d|loop\d|mapper\/|disk\/|sr\d|mem$|kmem$)/.test(
    path
  )

/** Is it part of the system itself? */
export const isSystem = (path: string): boolean =>
  /^\/(?:etc|boot|sys|s?bin|lib\d*|usr\/(?:s?bin|lib\d*|libexec|share)|proc\/sys(?:rq-trigger)?|system|library)(?:\/|$)/i.test(
    path
  )

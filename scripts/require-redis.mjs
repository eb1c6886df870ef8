/** Sees to it that tests find a redis-server: installs it where that is simple, else says what to install. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Asked by Debian's packages before they start a service. */
const SERVICE_POLICY = '/usr/sbin/policy-rc.d'

const isRunnable = (file) => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isThere = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && isRunnable(join(folder, program)))

/** Installs it without starting the service that comes with it: tests start servers of their own. */
function install() {
  const isOurs = !existsSync(SERVICE_POLICY)
  if (isOurs) writeFileSync(SERVICE_POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, stdio: 'ignore', timeout: 300_000 }
  try {
    const arguments_ = ['install', '-y', '--no-install-recommends', 'redis-server']
    if (spawnSync('apt-get', arguments_, options).status === 0) return
    spawnSync('apt-get', ['update'], options)
    spawnSync('apt-get', arguments_, options)
  } finally {
    if (isOurs) rmSync(SERVICE_POLICY, { force: true })
  }
}

if (!isThere('redis-server')) {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version') && isThere('apt-get')) install()
  if (!isThere('redis-server')) {
    console.error(
      'The tests need the program redis-server (6 or later) in PATH: install Redis, for instance with `apt-get install redis-server` or `brew install redis`.'
    )
    process.exitCode = 1
  }
}

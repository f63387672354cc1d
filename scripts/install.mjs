// Installs the packages of the lock file when they are not there. Node built-ins only: it runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { run } from './child-processes.mjs'

const stamp = 'node_modules/.installed-from'
const hashOfLock = () =>
  createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')

export const isInstalled = () => {
  // esbuild stands for the development packages: starting bundles and builds.
  if (
    !['next', 'payload', 'esbuild'].every((name) => existsSync(`node_modules/${name}/package.json`))
  )
    return false
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') === hashOfLock()
}

export async function install() {
  // With NODE_ENV=production npm would leave out the development packages, without which nothing can be built.
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    logFile: '.data/logs/install.log',
  })
  writeFileSync(stamp, hashOfLock())
}

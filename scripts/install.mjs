// Installs the packages of the lock file when they are not there. Node built-ins only: it runs before anything is installed.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { run } from './processes.mjs'

const stamp = 'node_modules/.installed-from'
const hashOfLock = () => createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')

export const isInstalled = () => {
  if (!existsSync('node_modules/next/package.json') || !existsSync('node_modules/payload/package.json')) return false
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') === hashOfLock()
}

export async function install() {
  await run('npm', ['ci', '--no-audit', '--no-fund'], { logFile: '.data/logs/install.log' })
  writeFileSync(stamp, hashOfLock())
}

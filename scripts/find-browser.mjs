// Finds the browser for the end-to-end tests: Playwright's own, else a Chromium on the PATH, else one is installed. The
// one without windows (headless shell) needs less CPU.
import { existsSync } from 'node:fs'
import path from 'node:path'

import { run } from './child-processes.mjs'

const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const onPath = () => {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return (
    names
      .flatMap((name) => folders.map((folder) => path.join(folder, name)))
      .find((file) => existsSync(file)) ?? null
  )
}

const playwrightsOwn = async () => {
  const { chromium } = await import('@playwright/test')
  const file = chromium.executablePath()
  return file && existsSync(file) ? file : null
}

/** @throws Error with one clear sentence if no browser is available. */
export async function findBrowser() {
  const present = process.env.CHROMIUM_PATH || (await playwrightsOwn()) || onPath()
  if (present) return present
  await run(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'install',
    '--with-deps',
    'chromium',
  ]).catch(() => {})
  const downloaded = await playwrightsOwn()
  if (downloaded) return downloaded
  await run('sh', [
    '-c',
    'apt-get update -qq && apt-get install -y -qq chromium-headless-shell || apt-get install -y -qq chromium',
  ]).catch(() => {})
  const packaged = onPath()
  if (packaged) return packaged
  throw new Error(
    'No browser was found for the end-to-end tests, and none could be installed. Install Chromium, or set CHROMIUM_PATH.',
  )
}

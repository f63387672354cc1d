// Builds of two commits, each in a folder as on a server, and programs that run from them. For bench/update-and-rollback.mjs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'

import { serverFunctionIdSalt } from '../scripts/build.mjs'
import { memoryEnv, programFlags, run } from '../scripts/child-processes.mjs'

const git = async (...args) => (await run('git', args)).trim()
const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** The files to copy to the server according to docs/operations.md ("With a process manager"). */
const copied =
  '.next dist package.json package-lock.json .npmrc next.config.ts tsconfig.json payload.config.ts public src'

/** @returns the commit before the newest migration */
export async function beforeNewestMigration() {
  const added = ['--first-parent', '-m', '--diff-filter=A', '--', 'src/migrations/*.ts']
  return git('rev-parse', `${await git('log', '-1', '--format=%H', ...added)}^1`)
}

/** @returns hash, date, and subject of a commit */
export function describe(commit) {
  return git('log', '-1', '--format=%h of %cs, %s', commit)
}

/** Builds a commit in this folder, unless it was built there already. */
export async function buildCommit(commit, folder) {
  const mark = path.join(folder, `built-${await git('rev-parse', commit)}`)
  if (existsSync(mark)) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await git('archive', '--output', `${folder}.tar`, commit)
  await run('tar', ['-xf', `${folder}.tar`, '-C', folder])
  rmSync(`${folder}.tar`)
  const lockOf = (place) => readFileSync(path.join(place, 'package-lock.json'), 'utf8')
  // Links to the same files: Next looks for packages inside of its folder.
  if (lockOf(folder) === lockOf('.'))
    await run('cp', ['-al', 'node_modules', `${folder}/node_modules`])
  else await run('npm', ['ci'], { cwd: folder })
  const program = "import('./scripts/build.mjs').then((one) => one.build().then(one.buildPrograms))"
  // Releases before December 2026 don't set it themselves.
  const env = { ...process.env, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: serverFunctionIdSalt }
  await run(process.execPath, ['-e', program], { cwd: folder, env })
  await run('touch', [mark])
}

/** Copies a build to a folder as on a server, with the packages of the checkout that it was built in. */
export async function placeRelease(checkout, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  await run('cp', ['-a', ...copied.split(' ').map((name) => path.join(checkout, name)), folder])
  rmSync(path.join(folder, '.next/cache'), { recursive: true, force: true })
  symlinkSync(path.resolve(checkout, 'node_modules'), path.join(folder, 'node_modules'))
}

/**
 * Starts database, sandbox, and demo shop as the release in this checkout prepares them, without web process and worker.
 * @returns what `startShop` returns of it, and `stop`
 */
export async function startSurroundings(checkout, options) {
  const program = `const { startShop } = await import('./scripts/start-shop.mjs')
    const { url, env, ports, stop } = await startShop(${JSON.stringify({ ...options, web: false })})
    process.send({ url, env, ports })
    process.on('disconnect', () => stop().then(() => process.exit(0)))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: checkout,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const [shop] = await Promise.race([once(child, 'message'), ended.then(() => [])])
  if (!shop) throw new Error('The shop could not be prepared.')
  return {
    ...shop,
    stop: async () => {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/**
 * A place for one process, which can come from one release after the other.
 * @param {{ program: 'web' | 'worker', name: string, logs: string, env: Record<string, string>, ready: string }} options
 */
export function createProcess({ program, name, logs, env, ready }) {
  let child
  let ended
  let starts = 0
  const start = async (release) => {
    starts += 1
    const log = createWriteStream(
      path.join(logs, `${name}-${starts}-${path.basename(release)}.log`),
    )
    const heap = program === 'web' ? ['--max-old-space-size=512'] : []
    child = spawn(process.execPath, [...programFlags, ...heap, `dist/${program}.mjs`], {
      cwd: release,
      env: { ...memoryEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const mine = child
    children.add(mine)
    ended = once(mine, 'exit').finally(() => children.delete(mine))
    for (const stream of [mine.stdout, mine.stderr]) stream.pipe(log, { end: false })
    const isReady = new Promise((resolve) => {
      mine.stdout.on('data', (text) => String(text).includes(ready) && resolve(true))
    })
    if (!(await Promise.race([isReady, ended.then(() => false)])))
      throw new Error(`${name} of ${release} did not start. See ${log.path}`)
  }
  /** @returns after how many milliseconds it ended */
  const stop = async () => {
    const startedAt = Date.now()
    child.kill('SIGTERM')
    const [code, signal] = await ended
    if (code !== 0) throw new Error(`${name} ended with ${signal ?? code}`)
    return Date.now() - startedAt
  }
  return { name, start, stop }
}

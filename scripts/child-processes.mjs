// Child processes that are terminated with their parent, however it exits.
import { spawn } from 'node:child_process'
import path from 'node:path'

import { openLog } from './rotating-log.mjs'

const running = new Map() // child → name

/**
 * How Node runs a program of ours. The condition matters: without it, Lexical's entry files use top-level await, which
 * Node 20 loses in a module graph this large: the program then exits with code 13 before its first line, or hangs.
 */
export const programFlags = ['--enable-source-maps', '--conditions=production']

/**
 * Settings of glibc's allocator for our programs; otherwise it hardly returns memory: images are rendered in several
 * threads, each with its own arena. With them the web process has 319 to 366 MB after uploads of 15 MB, and without
 * them 471 to 766 (docs/trust.md). Other C libraries ignore them. Also in Dockerfile and deploy/systemd.
 */
export const memoryEnv = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean, logFile?: string, onMessage?: (message: any) => void }} options `logFile`
 *   gets everything that is printed; `onMessage` gets what a Node program sends with `process.send`, which is not logged
 * @returns {Promise<string>} what was printed
 * @throws Error with the last lines it printed when it fails
 */
export function run(
  command,
  args,
  { env = process.env, cwd = process.cwd(), show = false, logFile, onMessage } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env,
      cwd,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe', ...(onMessage ? ['ipc'] : [])],
    })
    running.set(child, command)
    const lines = []
    const log = logFile && openLog(logFile)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        lines.push(chunk)
        log?.write(chunk)
        if (lines.length > 400) lines.shift()
      })
    if (onMessage) child.on('message', onMessage)
    child.on('error', reject)
    child.on('close', async (code, signal) => {
      running.delete(child)
      await log?.end()
      const output = Buffer.concat(lines).toString()
      if (code === 0) return resolve(output)
      const error = new Error(
        `${path.basename(command)} ${args.slice(0, 3).join(' ')} ended with ${signal ?? code}.\n${output.split('\n').slice(-25).join('\n')}`,
      )
      return reject(Object.assign(error, { output }))
    })
  })
}

/**
 * Starts a long-running process as the leader of its own process group, so that its children end with it.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {{
 *   env: NodeJS.ProcessEnv,
 *   logFile: string,
 *   ready: (line: string) => boolean,
 *   restart?: boolean,
 *   restartMs?: number,
 *   onExit?: (code: number | null, signal: string | null) => void,
 *   onStart?: (pid: number) => void,
 *   show?: boolean,
 * }} options `ready` recognizes the output line that signals readiness
 */
export function keep(
  name,
  command,
  args,
  { env, logFile, ready, restart = false, restartMs = 1000, onExit, onStart, show = false },
) {
  const log = openLog(logFile)
  let stopped = false
  let child
  /** Starts the process with backoff until it is ready, also when it exits during startup. */
  const startAgain = (pause = restartMs) =>
    setTimeout(() => {
      if (!stopped)
        start().catch((error) => {
          if (!stopped) console.error(error.message)
          startAgain(Math.min(pause * 2, 30_000))
        })
    }, pause)
  const start = () =>
    new Promise((resolve, reject) => {
      const tail = []
      child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
      running.set(child, name)
      if (child.pid) onStart?.(child.pid)
      const mine = child
      let settled = false
      const see = (chunk) => {
        log.write(chunk)
        if (show) process.stdout.write(chunk)
        const text = chunk.toString()
        tail.push(text)
        if (tail.length > 40) tail.shift()
        const line = !settled && text.split('\n').find((part) => ready(part))
        if (line) {
          settled = true
          resolve(line)
        }
      }
      mine.stdout.on('data', see)
      mine.stderr.on('data', see)
      mine.on('error', reject)
      mine.on('close', (code, signal) => {
        running.delete(mine)
        if (!settled) {
          settled = true
          reject(
            new Error(`${name} did not start.\n${tail.join('').split('\n').slice(-15).join('\n')}`),
          )
        } else if (!stopped) {
          onExit?.(code, signal)
          if (restart) startAgain()
        }
      })
    })
  const stop = (signal = 'SIGTERM') =>
    new Promise((resolve) => {
      stopped = true
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve()
      const force = setTimeout(() => endGroup(child, 'SIGKILL'), 9000)
      child.on('close', () => {
        clearTimeout(force)
        resolve()
      })
      endGroup(child, signal)
    })
  return {
    start,
    stop,
    pid: () => child?.pid,
    revive: () => {
      stopped = false
      return start()
    },
  }
}

const endGroup = (child, signal) => {
  try {
    process.kill(-child.pid, signal)
  } catch {
    try {
      child.kill(signal)
    } catch {
      /* gone already */
    }
  }
}

/** Kills every process that this script started, synchronously, for use while exiting. */
export const endAll = (signal = 'SIGKILL') => {
  for (const child of running.keys()) endGroup(child, signal)
}
process.on('exit', () => endAll())

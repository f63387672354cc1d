// One shop in one folder: who runs here is written down, and what a killed shop left behind is ended before the next one opens.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Whether the process is one of ours and not a later one with the same number. Where that cannot be seen: no. */
const isOurs = (pid) => {
  try {
    return isAlive(pid) && /start\.mjs|test\.mjs|web\.mjs|worker\.ts|sandbox\/main\.ts|postgres/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}

const endLeftover = (pid, signal) => {
  try { process.kill(-pid, signal) } catch { try { process.kill(pid, signal) } catch { /* gone already */ } }
}

const until = async (done, milliseconds) => {
  for (const end = Date.now() + milliseconds; Date.now() < end && !done();) await new Promise((resolve) => setTimeout(resolve, 100))
}

/**
 * Takes the folder for this process.
 * @throws Error when a shop is open in it already
 * @returns `note(pid)` for each process that is started, `release()` at the end
 */
export async function takeFolder(dataDir) {
  const file = path.join(dataDir, 'running.json')
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { children: [] }
  if (before.pid && before.pid !== process.pid && isOurs(before.pid)) throw new Error(`The shop is already open in this folder (process ${before.pid}). Close it first.`)
  const leftovers = before.children.filter(isOurs)
  for (const pid of leftovers) endLeftover(pid, 'SIGTERM')
  const postmaster = path.join(dataDir, 'postgres/postmaster.pid')
  const database = existsSync(postmaster) ? Number(readFileSync(postmaster, 'utf8').split('\n')[0]) : 0
  if (database && isOurs(database)) process.kill(database, 'SIGINT')
  await until(() => !leftovers.some(isAlive) && !(database && isAlive(database)), 10_000)
  for (const pid of leftovers.filter(isAlive)) endLeftover(pid, 'SIGKILL')

  const state = { pid: process.pid, children: [] }
  const write = () => writeFileSync(file, JSON.stringify(state))
  write()
  return {
    note: (pid) => { state.children.push(pid); write() },
    release: () => rmSync(file, { force: true }),
  }
}

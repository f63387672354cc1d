// Allows one running shop per data folder: running.json lists its processes, and processes left by a killed shop are
// ended before the next start.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const endMs = 10_000

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Returns a process's start time in clock ticks since boot, or null without /proc. */
const startTimeOf = (pid) => {
  try {
    // The program name is in parentheses and may contain any character.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ')[19]
  } catch {
    return null
  }
}

const identify = (pid) => ({ pid, startTime: startTimeOf(pid) })

/** Returns whether it is the recorded process and not a later one with the same pid. */
const isSame = ({ pid, startTime }) => Boolean(startTime) && startTimeOf(pid) === startTime

const isPostgres = (pid) => {
  try {
    return isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  } catch {
    return false
  }
}

const end = ({ pid }, signal) => {
  try {
    process.kill(-pid, signal)
  } catch {
    try {
      process.kill(pid, signal)
    } catch {
      /* gone already */
    }
  }
}

const waitUntil = async (isDone) => {
  for (const deadline = Date.now() + endMs; Date.now() < deadline && !isDone();)
    await new Promise((resolve) => setTimeout(resolve, 100))
}

const readLock = (file) => {
  try {
    const { pid, startTime, children } = JSON.parse(readFileSync(file, 'utf8'))
    return {
      owner: { pid, startTime },
      children: children.filter((child) => typeof child === 'object'),
    }
  } catch {
    return { owner: {}, children: [] }
  }
}

const endDatabase = async (dataDir) => {
  const postmaster = path.join(dataDir, 'postgres/postmaster.pid')
  const pid = existsSync(postmaster) ? Number(readFileSync(postmaster, 'utf8').split('\n')[0]) : 0
  if (!pid || !isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  await waitUntil(() => !isAlive(pid))
}

/**
 * Locks the folder for this process and ends processes that a killed shop left running.
 * @throws Error when a shop is running in it already
 * @returns `note(pid)` for each process that is started, `release()` at the end
 */
export async function takeFolder(dataDir) {
  const file = path.join(dataDir, 'running.json')
  const { owner, children } = readLock(file)
  if (owner.pid !== process.pid && isSame(owner))
    throw new Error(
      `The shop is already open in this folder (process ${owner.pid}). Close it first.`,
    )
  const leftovers = children.filter(isSame)
  for (const leftover of leftovers) end(leftover, 'SIGTERM')
  await waitUntil(() => !leftovers.some(isSame))
  for (const leftover of leftovers.filter(isSame)) end(leftover, 'SIGKILL')
  await endDatabase(dataDir)

  const state = { ...identify(process.pid), children: [] }
  // Not in place: a full disk would leave an empty file, and so an unlocked folder.
  const write = () => {
    writeFileSync(`${file}.part`, JSON.stringify(state))
    renameSync(`${file}.part`, file)
  }
  write()
  return {
    note: (pid) => {
      state.children.push(identify(pid))
      try {
        write()
      } catch {
        // A full disk. The process already runs, so it must not look like one that didn't start.
      }
    },
    release: () => rmSync(file, { force: true }),
  }
}

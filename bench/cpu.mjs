// Seconds of CPU that processes have used, for the programs in this folder: other programs on the machine change them little.
import { readdirSync, readFileSync } from 'node:fs'

/** The fields of /proc/<pid>/stat after the name, which may hold spaces and parentheses. */
const statOf = (pid) => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

export function parentOf(pid) {
  return Number(statOf(pid)[1])
}

/** With its children that ended. */
export function cpuSeconds(pid) {
  const fields = statOf(pid)
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

/** Of PostgreSQL with this main process: it, and its process for each connection. */
export function postmasterCpuSeconds(postmaster) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        return parentOf(pid) === postmaster ? sum + cpuSeconds(pid) : sum
      } catch {
        return sum // It has just ended.
      }
    }, cpuSeconds(postmaster))
}

/** Of PostgreSQL with its files in `folder`. */
export function databaseCpuSeconds(folder) {
  const [postmaster] = readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')
  return postmasterCpuSeconds(Number(postmaster))
}

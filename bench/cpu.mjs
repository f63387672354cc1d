// Seconds of CPU that processes have used, for the programs in this folder: other programs on the machine change them little.
import { readdirSync, readFileSync } from 'node:fs'

const statOf = (pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')

/** With its children that ended. */
export function cpuSeconds(pid) {
  const fields = statOf(pid)
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

/** Of PostgreSQL with its files in `folder`: its main process, and one for each connection. */
export function databaseCpuSeconds(folder) {
  const [main] = readFileSync(`${folder}/postmaster.pid`, 'utf8').split('\n')
  const isChild = (pid) => {
    try {
      return /^\d+$/.test(pid) && statOf(pid)[1] === main
    } catch {
      return false // It has just ended.
    }
  }
  return [main, ...readdirSync('/proc').filter(isChild)].reduce(
    (sum, pid) => sum + cpuSeconds(pid),
    0,
  )
}

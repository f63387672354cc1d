// Seconds of CPU that processes have used, for the programs in this folder: other programs on the machine change them little.
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** With its children that ended. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

/** Of the embedded PostgreSQL in this folder, with its connections. */
export function databaseSeconds(dataDir) {
  const file = path.join(dataDir, 'postgres/postmaster.pid')
  const postmaster = readFileSync(file, 'utf8').split('\n')[0]
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  return [postmaster, ...children.trim().split(' ')].reduce((sum, pid) => {
    try {
      return sum + cpuSeconds(pid)
    } catch {
      return sum // ended just now
    }
  }, 0)
}

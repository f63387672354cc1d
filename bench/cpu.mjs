// Seconds of CPU that processes have used, for the programs in this folder: other programs on the machine change them little.
import { readFileSync } from 'node:fs'

/** With its children that ended. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

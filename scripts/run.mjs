// node scripts/run.mjs src/jobs/worker.ts [arguments]: one TypeScript program, bundled anew and run in the foreground, for process
// managers. Signals are passed on; the exit code is the program's.
import { spawn } from 'node:child_process'
import { programFlags } from './processes.mjs'
import { bundled } from './typescript.mjs'

const [entry, ...args] = process.argv.slice(2)
if (!entry) {
  console.error('Which program? For example: node scripts/run.mjs src/jobs/worker.ts')
  process.exit(1)
}
const child = spawn(process.execPath, [...programFlags, await bundled(entry), ...args], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : code ?? 1))

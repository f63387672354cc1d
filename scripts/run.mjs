// node scripts/run.mjs src/jobs/worker.ts [arguments]: one TypeScript program, bundled again and run in the foreground,
// for process managers. Signals are passed on; the exit code is the program's.
import { spawn } from 'node:child_process'

import { bundleServer } from './build.mjs'
import { bundled } from './bundle.mjs'
import { memoryEnv, programFlags } from './child-processes.mjs'

const webEntry = 'src/server/web.ts'
const [entry, ...args] = process.argv.slice(2)
if (!entry) {
  console.error(`Which program? For example: node scripts/run.mjs ${webEntry}`)
  process.exit(1)
}
const program = entry === webEntry ? await bundleServer() : await bundled(entry)
const child = spawn(process.execPath, [...programFlags, program, ...args], {
  stdio: 'inherit',
  env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...memoryEnv, ...process.env },
})
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

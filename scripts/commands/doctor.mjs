// npm run doctor: checks what the shop needs before it opens, with its own settings from the environment or .env.
import { spawn } from 'node:child_process'

import { bundled } from '../bundle.mjs'
import { programFlags } from '../child-processes.mjs'
import { readShopEnv } from '../env-file.mjs'

// It prints its findings itself; the log would repeat them with stacks.
const env = { ...readShopEnv(), NODE_ENV: 'production', LOG_LEVEL: 'silent' }
if (!env.DATABASE_URL || !env.SERVER_URL) {
  console.error(
    'Set DATABASE_URL and SERVER_URL (in .env or the environment), then run this again. For a demo shop, open Settings > Go live in the admin.',
  )
  process.exit(2)
}
const child = spawn(process.execPath, [...programFlags, await bundled('src/jobs/doctor.ts')], {
  env,
  stdio: 'inherit',
})
child.on('exit', (code) => process.exit(code ?? 2))

// npm run move-files: copies the uploaded files from UPLOADS_DIR to the bucket of the STORAGE_ settings while the shop is
// open; with -- --to-folder back from it. Uses the shop's settings from the environment or .env.
import { spawn } from 'node:child_process'

import { bundled } from '../bundle.mjs'
import { programFlags } from '../child-processes.mjs'
import { readEnvFile } from '../env-file.mjs'
import { placeholderEnv } from '../placeholder-env.mjs'

const env = { ...placeholderEnv, ...process.env, ...readEnvFile(), NODE_ENV: 'production' }
const program = await bundled('src/jobs/move-files.ts')
const child = spawn(process.execPath, [...programFlags, program, ...process.argv.slice(2)], {
  env,
  stdio: 'inherit',
})
child.on('exit', (code) => process.exit(code ?? 2))

// npm run move-files: copies the uploaded files from UPLOADS_DIR to the bucket of the STORAGE_ settings while the shop is
// open; with -- --to-folder back from it. Uses the shop's settings from the environment or .env.
import { placeholderEnv } from '../env-file.mjs'
import { runWithEnvFile } from './with-env-file.mjs'

await runWithEnvFile('src/jobs/move-files.ts', placeholderEnv)

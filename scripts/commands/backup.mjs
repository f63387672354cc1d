// npm run backup: an encrypted backup of the database and the uploads, restored once to prove that it works.
// Uses DATABASE_URL and the BACKUP_, UPLOADS_, and STORAGE_ settings from the environment or .env.
import { runWithEnvFile } from './with-env-file.mjs'

await runWithEnvFile('src/jobs/backup.ts')

// npm run restore [-- <name>]: restores a backup (the newest unless named) into an empty database and an empty uploads
// folder. -- --to latest --data-dir <folder> recovers the whole server from archived WAL; -- --files only the uploads.
import { runWithEnvFile } from './with-env-file.mjs'

await runWithEnvFile('src/jobs/restore.ts')

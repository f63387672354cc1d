// npm run owner-recovery -- [username]: prints a link for an owner who lost their password or their second factor.
import { runWithDatabase } from './with-database.mjs'

await runWithDatabase('src/seed/owner-recovery.ts', process.argv.slice(2))

// npm run go-live: removes the demo's data and people, and creates the owner's account with a one-time link.
import { confirmGoLive } from '../../src/seed/confirm-go-live.mjs'
import { runWithDatabase } from './with-database.mjs'

const args = process.argv.slice(2)
const isConfirmed = args.includes('--yes')
if (!isConfirmed && !(await confirmGoLive(args))) process.exit(1)
await runWithDatabase('src/seed/go-live.ts', isConfirmed ? args : [...args, '--yes'])

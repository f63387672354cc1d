// npm run owner-link [-- name]: prints a one-time link for an owner who can't sign in any more.
import { runOnDatabase } from '../database-command.mjs'

await runOnDatabase('src/seed/owner-link.ts', process.argv.slice(2))

// npm run remove-demo-people: turns off the accounts with published demo passwords and makes sure that an owner can sign in.
import { runWithDatabase } from './with-database.mjs'

await runWithDatabase('src/seed/remove-demo-people.ts')

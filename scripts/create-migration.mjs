// npm run migration -- <name>: writes the migration that brings the database from the last one to the collections as they are
// now. Afterwards: look at it, add it to src/migrations/index.ts, and name new columns in src/modules/privacy/queries/personal-data.ts.
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'

import { findUnsafeStatements } from './migration-safety.mjs'
import { payloadCommand } from './payload-cli.mjs'
import { step } from './progress.mjs'

const [name] = process.argv.slice(2)
if (!/^[a-z_]+$/.test(name ?? '')) {
  console.error('Add a name in lowercase letters: npm run migration -- addresses')
  process.exit(1)
}
const list = 'src/migrations/index.ts'
const backupFile = '.data/migrations-index.ts'
try {
  copyFileSync(list, backupFile)
  await step('Migration', () => payloadCommand(['migrate:create', name]))
  const file = readdirSync('src/migrations')
    .filter((one) => one.endsWith(`_${name}.ts`))
    .sort()
    .at(-1)
  for (const { statement, problem } of findUnsafeStatements(
    file ? readFileSync(`src/migrations/${file}`, 'utf8') : '',
  ))
    console.log(
      `  Not safe while the previous version is running: it ${problem}.\n    ${statement}`,
    )
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  // Payload rewrites the list in another style, so restore it.
  copyFileSync(backupFile, list)
  rmSync(backupFile)
}

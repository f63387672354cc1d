// npm run generate: what Payload derives from the collections and the panel's components, after a change of either.
// With --check it changes nothing and fails when a committed file is not what would be generated now.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

import { payloadCommand } from './payload-cli.mjs'
import { step } from './progress.mjs'

const files = [
  'src/payload-types.ts',
  'src/payload-generated-schema.ts',
  'src/app/(payload)/admin/importMap.js',
]

const contentOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

const generate = () => payloadCommand(['run', 'scripts/write-generated.mjs'])

/** Generates the files, puts the committed ones back, and names those that differ. */
const staleFiles = async () => {
  const committed = files.map(contentOf)
  try {
    await generate()
    return files.filter((file, index) => contentOf(file) !== committed[index])
  } finally {
    for (const [index, file] of files.entries())
      if (committed[index] === null) rmSync(file, { force: true })
      else if (contentOf(file) !== committed[index]) writeFileSync(file, committed[index])
  }
}

try {
  if (process.argv.includes('--check')) {
    const stale = await staleFiles()
    if (stale.length > 0)
      throw new Error(
        `Out of date with the collections: ${stale.join(', ')}. Run: npm run generate`,
      )
  } else await step('Types, tables for Drizzle, and import map of the panel', generate)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

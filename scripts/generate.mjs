// npm run generate: what Payload derives from the collections and the panel's components, after a change of either.
// With --check it changes nothing and fails when a committed file is not what would be generated now.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

import { payloadCommand } from './payload-cli.mjs'
import { step } from './progress.mjs'

/** The files, with the command that writes each. */
const generated = {
  'src/payload-types.ts': ['Types of the collections', 'generate:types'],
  'src/payload-generated-schema.ts': ['Tables for Drizzle', 'generate:db-schema'],
  'src/app/(payload)/admin/importMap.js': ['Import map of the panel', 'generate:importmap'],
}

const contentOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

const restore = (file, content) => {
  if (content === null) rmSync(file, { force: true })
  else writeFileSync(file, content)
}

/** Generates each file, puts the committed one back, and names those that differ. */
const staleFiles = async () => {
  const stale = []
  for (const [file, [, command]] of Object.entries(generated)) {
    const before = contentOf(file)
    try {
      await payloadCommand([command])
      if (contentOf(file) !== before) stale.push(file)
    } finally {
      if (contentOf(file) !== before) restore(file, before)
    }
  }
  return stale
}

try {
  if (process.argv.includes('--check')) {
    const stale = await staleFiles()
    if (stale.length > 0)
      throw new Error(
        `Not what the collections say now: ${stale.join(', ')}. Run: npm run generate`,
      )
  } else {
    for (const [name, command] of Object.values(generated))
      await step(name, () => payloadCommand([command]))
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

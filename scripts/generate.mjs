// npm run generate: Payload's types and the panel's import map, after a change of a collection or of a panel component.
import { payloadCommand } from './payload-command.mjs'
import { step } from './report.mjs'

try {
  await step('Types of the collections', () => payloadCommand(['generate:types']))
  await step('Import map of the panel', () => payloadCommand(['generate:importmap']))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

// Writes what Payload derives from the configuration, with its own commands' functions but in one process, for
// scripts/generate.mjs.
import { generateImportMap, getPayload } from 'payload'
import { generateTypes } from 'payload/node'

const config = await (await import(process.env.PAYLOAD_CONFIG_PATH)).default
await generateTypes(config)
await generateImportMap(config)
const payload = await getPayload({ config, disableDBConnect: true, disableOnInit: true })
await payload.db.generateSchema()

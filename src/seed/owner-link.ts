import config from '@payload-config'
import { getPayload } from 'payload'

import { createOwnerLink, describeOwnerLink } from './owner'

/** Runs as `npm run owner-link [-- name]`: prints a link with which the owner chooses a new password. */
const main = async (): Promise<void> => {
  const payload = await getPayload({ config })
  console.log(describeOwnerLink(await createOwnerLink(payload, process.argv[2])))
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)

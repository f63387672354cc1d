import config from '@payload-config'
import { getPayload } from 'payload'

import { createOwnerRecovery, ownerRecoveryHours } from '@/modules/accounts/actions/owner-recovery'
import { env } from '@/platform/env'

/** Runs as `npm run owner-recovery`: prints a link for an owner who can't sign in anymore. */
async function main(username: string | undefined): Promise<void> {
  const payload = await getPayload({ config })
  const recovery = await createOwnerRecovery(payload, username)
  console.log(
    [
      `Open this link to set a new password for ${recovery.username}. It works once, for ${ownerRecoveryHours} hour, and turns off two-step verification:`,
      `${env.SERVER_URL}${recovery.path}`,
    ].join('\n'),
  )
}

// A second name must not be ignored: joined, they match no username.
main(process.argv.slice(2).join(' ') || undefined).then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)

import config from '@payload-config'
import { getPayload } from 'payload'

import { runGoLiveChecks } from '@/modules/go-live/actions/run-checks'
import {
  checkGroups,
  type CheckState,
  type GoLiveCheck,
  isReadyToOpen,
} from '@/modules/go-live/rules/checks'
import { redactError } from '@/platform/logging/redact-errors'
import { getProviders } from '@/providers'
import { assertMigrated } from '@/seed/assert-migrated'
import { listPublishedAccounts } from '@/seed/published-passwords'

const words: Record<CheckState, string> = {
  good: 'ok      ',
  problem: 'PROBLEM ',
  advice: 'advice  ',
  waiting: 'CONFIRM ',
  skipped: '-       ',
}

const describe = ({ state, title, detail, fix }: GoLiveCheck): string =>
  `  ${words[state]} ${title}: ${detail}${fix ? `\n           ${fix}` : ''}`

/** Runs as `npm run doctor`: prints the checks of Settings > Go live, and exits with 1 if something is left to do. */
const main = async (): Promise<number> => {
  const payload = await getPayload({ config })
  await assertMigrated(payload)
  const checks = await runGoLiveChecks({
    payload,
    providers: getProviders(),
    publishedPasswords: () => listPublishedAccounts(payload),
  })
  for (const [group, title] of Object.entries(checkGroups))
    console.log(
      [`\n${title}`, ...checks.filter((check) => check.group === group).map(describe)].join('\n'),
    )
  const isReady = isReadyToOpen(checks)
  console.log(isReady ? '\nThe shop is ready to open.' : '\nThe shop isn’t ready to open yet.')
  return isReady ? 0 : 1
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const { message } = redactError(error)
    console.error(message)
    if (message.includes('cannot connect'))
      console.error('Check DATABASE_URL and that PostgreSQL is running.')
    process.exit(2)
  },
)

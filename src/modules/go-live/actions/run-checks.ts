import { getConfirmations } from '@/modules/go-live/queries/confirmations'
import type { GoLiveCheck } from '@/modules/go-live/rules/checks'
import { isConfirmable } from '@/modules/go-live/rules/checks'

import { type Check, type CheckArgs, type Finding, finding } from './check'
import { emailChecks } from './check-email'
import { paymentChecks } from './check-payments'
import { serverChecks } from './check-server'
import { peopleChecks, shopChecks } from './check-shop'

/** Milliseconds that a check may take. */
const timeoutMs = 12_000

const withinTime = async (check: Check, args: CheckArgs): Promise<Finding> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No response within 12 seconds.')), timeoutMs)
  })
  try {
    return await Promise.race([check.run(args), timeout])
  } catch (error) {
    return finding('problem', error instanceof Error ? error.message : 'The check failed.')
  } finally {
    clearTimeout(timer)
  }
}

const checks: readonly Check[] = [
  ...paymentChecks,
  ...emailChecks,
  ...serverChecks,
  ...shopChecks,
  ...peopleChecks,
]

/**
 * Runs all checks at once, each with one real call where a service is involved. Changes nothing but the state of the
 * connections that it tests.
 * @returns the checks in the order of the screen; a check that fails or takes longer than 12 seconds is a problem
 */
export async function runGoLiveChecks(
  args: Omit<CheckArgs, 'confirmations'>,
): Promise<GoLiveCheck[]> {
  const confirmations = await getConfirmations(args.payload)
  return Promise.all(
    checks.map(async (check) => ({
      name: check.name,
      group: check.group,
      title: check.title,
      canConfirm: isConfirmable(check.name),
      ...(await withinTime(check, { ...args, confirmations })),
    })),
  )
}

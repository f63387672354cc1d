import { isTaskCancelledError, timeout, TimeoutStrategy } from 'cockatiel'

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

const timeLimit = timeout(timeoutMs, TimeoutStrategy.Aggressive)

const runInTime = async (check: Check, args: CheckArgs): Promise<Finding> => {
  try {
    return await timeLimit.execute(() => check.run(args))
  } catch (error) {
    if (isTaskCancelledError(error)) return finding('problem', 'No response within 12 seconds.')
    return finding('problem', error instanceof Error ? error.message : 'The check failed.')
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
      ...(await runInTime(check, { ...args, confirmations })),
    })),
  )
}

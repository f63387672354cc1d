import { TaskCancelledError, timeout, TimeoutStrategy } from 'cockatiel'

import { getConfirmations } from '@/modules/go-live/queries/confirmations'
import type { GoLiveCheck } from '@/modules/go-live/rules/checks'
import { isConfirmable } from '@/modules/go-live/rules/checks'

import { type Check, type CheckArgs, type Finding, finding } from './check'
import { emailChecks } from './check-email'
import { paymentChecks } from './check-payments'
import { serverChecks } from './check-server'
import { peopleChecks, shopChecks } from './check-shop'

const maxCheckMs = 12_000
const failedHelp = 'Check again. If it keeps failing, read the log of the web process.'

/** Runs one check. It never throws: an error, or no result within `maxMs` milliseconds, is a problem to show. */
export async function runInTime(
  run: () => Finding | Promise<Finding>,
  maxMs = maxCheckMs,
): Promise<Finding> {
  try {
    return await timeout(maxMs, TimeoutStrategy.Aggressive).execute(async () => run())
  } catch (error) {
    if (error instanceof TaskCancelledError)
      return finding('problem', `No response within ${maxMs / 1000} seconds.`, failedHelp)
    return finding(
      'problem',
      error instanceof Error ? error.message : 'The check failed.',
      failedHelp,
    )
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
      ...(await runInTime(() => check.run({ ...args, confirmations }))),
    })),
  )
}

import { checkInvariants } from '../faults/invariants'
import { printableItems } from '../faults/purchase'
import { waitUntilQuiet } from '../faults/quiet'
import { submitAtOnce } from '../faults/suite'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust } from '../shop'
import { buyUntil, type Counts, visitUntil } from '../soak/visits'
import { tryHanging } from './hanging'

const sizes = {
  quick: { loadMs: 20_000, visitors: 6, buyers: 1 },
  ci: { loadMs: 60_000, visitors: 10, buyers: 2 },
  full: { loadMs: 600_000, visitors: 20, buyers: 3 },
}
const emails = 'trust-t_-%'

const percentile = (numbers: readonly number[], part: number): number =>
  Math.round([...numbers].sort((one, other) => one - other)[Math.floor(numbers.length * part)] ?? 0)

/**
 * Everyone at once: no request fails, every purchase is paid, and the orders hold. Times are reported, not judged. Then
 * one service after the other hangs.
 */
async function run(trust: Trust): Promise<SuiteReport> {
  const { loadMs, visitors, buyers } = sizes[trust.scale]
  const june = await signIn(trust, 'june', clientAddress(trust.randomFor('june')))
  await submitAtOnce(trust, june)
  const cookie = await signIn(trust, 'wren', clientAddress(trust.randomFor('wren')))
  const items = await printableItems(trust)
  const visits: Counts = { requests: 0, failed: [], milliseconds: [], purchases: [] }
  const startedAt = Date.now()
  const isOver = (): boolean => Date.now() - startedAt > loadMs
  const lanes = Array.from({ length: buyers }, (_, lane): { name: string; counts: Counts } => ({
    name: `t${lane}`,
    counts: { ...visits, purchases: [] },
  }))
  await Promise.all([
    ...Array.from({ length: visitors }, (_, lane) =>
      visitUntil(trust, {
        isOver,
        random: trust.randomFor(`visitor ${lane}`),
        cookie,
        items,
        counts: visits,
        pauseMs: 30,
      }),
    ),
    ...lanes.map(({ name, counts }) =>
      buyUntil(trust, { isOver, name, items, counts, pauseMs: 100 }),
    ),
  ])
  const seconds = (Date.now() - startedAt) / 1000
  const purchases = lanes.flatMap(({ counts }) => counts.purchases)
  const failures = [...visits.failed]
  await waitUntilQuiet(trust, emails).catch((error: Error) => failures.push(error.message))
  const invariants = await checkInvariants(trust, emails, purchases)
  failures.push(
    ...invariants.failures,
    ...purchases
      .filter(({ shownOutcome }) => shownOutcome !== 'paid')
      .map(({ email, shownOutcome }) => `${email} was told ${shownOutcome}`),
    ...(purchases.length === 0 ? ['nobody bought anything'] : []),
  )
  // Connecting a service needs a sign-in of the last ten minutes.
  const again = await signIn(trust, 'june', clientAddress(trust.randomFor('june again')))
  const hanging = await tryHanging({ trust, items, cookie: again })
  failures.push(...hanging.failures)
  return {
    counts: {
      seconds: Math.round(seconds),
      requests: visits.requests,
      'requests a second': Math.round(visits.requests / seconds),
      'ms at the 95th percentile': percentile(visits.milliseconds, 0.95),
      'orders paid': invariants.paid,
      'services that hang': hanging.services,
    },
    failures,
  }
}

export const load: Suite = { letter: 'T', title: 'Mixed load', run }

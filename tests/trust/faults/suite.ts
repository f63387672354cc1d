import { setTimeout as sleep } from 'node:timers/promises'

import { type PaymentMethod, paymentMethods } from '@/platform/payment-methods'

import { keepSignedIn, type Suite, type SuiteReport, type Trust, waitUntilUp } from '../shop'
import { buy } from './buy'
import { checkInvariants } from './invariants'
import {
  addTriggers,
  kill,
  killAt,
  killCounts,
  killPoints,
  pointsOfOrders,
  refuseCommits,
  removeTriggers,
} from './kill-points'
import { countPaidMethods, type End, offerEveryMethod, planTries, type Try } from './methods'
import { modes } from './modes'
import {
  createDiscount,
  issueGiftCard,
  type Item,
  printableItems,
  type Purchase,
  refundPart,
  type Savings,
} from './purchase'
import { waitUntilQuiet } from './quiet'

const sizes = {
  quick: { purchases: 12, lanes: 3, rounds: 1, randomKills: 0, randomPauseMs: 0 },
  ci: { purchases: 60, lanes: 3, rounds: 1, randomKills: 2, randomPauseMs: 2500 },
  full: { purchases: 3000, lanes: 5, rounds: modes.length, randomKills: 600, randomPauseMs: 4000 },
}
const emails = 'trust-f-%'

type Run = {
  trust: Trust
  items: Item[]
  owner: () => Promise<string>
  /** In an order of the seed. */
  methods: PaymentMethod[]
  discountCode: string
  purchases: Purchase[]
  started: number
  isOver: () => boolean
}

/** Paid orders go to the printer at once. */
export async function submitAtOnce(trust: Trust, cookie: string): Promise<void> {
  const { status, body } = await trust.call('PUT', '/api/admin/settings', {
    body: { printfulAutoSubmit: true, printfulWaitMinutes: 0 },
    cookie,
  })
  if (status !== 200)
    throw new Error(`The settings could not be changed: ${status} ${JSON.stringify(body)}`)
  await trust.control('POST', '/printful/settings', { limits: false, progressMs: 0 })
}

/**
 * What a buyer pays with besides PayPal: some have a discount code, and some a gift card for a part of the order or for
 * everything. Express checkout takes neither.
 */
async function planSavings(
  { trust, owner, discountCode }: Run,
  name: string,
  tries: readonly Try[],
): Promise<Savings> {
  const random = trust.randomFor(`${name}-savings`)
  if (tries.some(({ method }) => method === 'paypal_express')) return {}
  const hasCode = random.chance(0.3)
  const hasCard = random.chance(0.35)
  const cents = random.chance(0.3) ? 50_000 : 500 + random.below(1500)
  return {
    ...(hasCode && { discountCode }),
    ...(hasCard && { giftCard: await issueGiftCard(trust, cents, await owner()) }),
  }
}

/**
 * Buyers one after the other until the run is over. Each has a failure mode and a way to pay; there are 13 and 8 of them,
 * so neighbors of one mode differ in how they pay.
 */
async function buyUntilOver(run: Run): Promise<void> {
  while (!run.isOver()) {
    const number = (run.started += 1)
    const name = `f-${run.trust.seed}-${number}`
    const random = run.trust.randomFor(`${name}-plan`)
    const mode = modes[number % modes.length]
    const method = run.methods[number % run.methods.length]
    if (!mode || !method) return
    const tries = planTries(run.trust.randomFor(`${name}-tries`), method, mode.ends ?? 'paid')
    const savings = await planSavings(run, name, tries)
    const purchase = await buy(run.trust, { name, mode, items: run.items, tries, savings })
    run.purchases.push(purchase)
    if (purchase.shownOutcome === 'pending') await clear(run.trust, purchase)
    if (purchase.shownOutcome === 'paid' && random.chance(0.3))
      await refundPart(run.trust, purchase, { cookie: await run.owner(), random })
  }
}

/** Whether buyers have paid in every way. */
const isEachMethodPaid = ({ purchases, methods }: Run): boolean =>
  methods.every((method) =>
    purchases.some(
      ({ shownOutcome, payments }) => shownOutcome === 'paid' && payments.at(-1)?.method === method,
    ),
  )

/** The bank pays: the pending eCheck is completed. */
async function clear(trust: Trust, { paypalOrderId }: Purchase): Promise<void> {
  const { captures } = await trust.control<{
    captures: {
      id: string
      status: string
      supplementary_data?: { related_ids?: { order_id?: string } }
    }[]
  }>('GET', '/paypal/ledger')
  const pending = captures.find(
    (one) =>
      one.status === 'PENDING' && one.supplementary_data?.related_ids?.order_id === paypalOrderId,
  )
  if (pending) await trust.control('POST', `/paypal/captures/${pending.id}/complete`, {})
}

/** Webhooks come five times and the newest first in every other round. */
const disturbWebhooks = (trust: Trust, isDisturbed: boolean): Promise<unknown> =>
  trust.control('POST', '/paypal/webhooks/settings', {
    duplicates: isDisturbed ? 4 : 0,
    shuffle: isDisturbed,
    delayMs: isDisturbed ? 300 : 20,
  })

/** With a round for each, every mode meets every point. In one round, the seed decides which mode meets which point. */
function modeOf({ scale, seed }: Trust, round: number, point: number): number | undefined {
  if (sizes[scale].rounds === modes.length) return round
  return scale === 'ci' ? (seed + point * 5) % modes.length : undefined
}

async function killEverywhere(run: Run, counts: Record<string, number>): Promise<string[]> {
  const { trust } = run
  const { rounds, randomKills, randomPauseMs } = sizes[trust.scale]
  const failures: string[] = []
  const points = killPoints.filter(
    ({ name }) => !trust.only || trust.only.split(',').includes(name),
  )
  for (let round = 0; round < rounds; round += 1)
    for (const point of points) {
      const startedAt = Date.now()
      await disturbWebhooks(trust, (round + points.indexOf(point)) % 2 === 1)
      const place = points.indexOf(point)
      const mode = pointsOfOrders.has(point.name) ? modeOf(trust, round, place) : undefined
      const label = `${point.name} ${point.title}${mode === undefined ? '' : `, ${modes[mode]?.name}`}`
      try {
        await killAt(trust, point, mode)
        counts.points = (counts.points ?? 0) + 1
        trust.log(`${label}: killed after ${Date.now() - startedAt} ms`)
      } catch (error) {
        failures.push(`${label}: ${error instanceof Error ? error.message : ''}`)
      }
    }
  const random = trust.randomFor('kills')
  for (let count = 0; count < randomKills && !trust.only; count += 1) {
    await sleep(500 + random.below(randomPauseMs))
    if (random.chance(0.7)) kill(trust, 'web')
    if (random.chance(0.5)) kill(trust, 'worker')
    await waitUntilUp(trust)
  }
  if (!trust.only || trust.only.includes('commit')) await refuseCommits(trust)
  return failures
}

/** What is counted, with a failure for each way to pay that no order was paid with. */
async function report(
  { trust, purchases }: Run,
  result: { paid: number; failures: string[] },
  points: number,
): Promise<SuiteReport> {
  const paid = await countPaidMethods(trust, emails)
  const tries = purchases.flatMap((purchase) => purchase.tries)
  const triesThat = (end: End): number => tries.filter(({ ends }) => ends === end).length
  return {
    counts: {
      purchases: purchases.length,
      'orders paid': result.paid,
      ...Object.fromEntries(
        paymentMethods.map((method) => [`paid with ${method}`, paid.get(method) ?? 0]),
      ),
      'tries canceled': triesThat('canceled'),
      'tries approved and left': triesThat('left'),
      'tries declined': triesThat('declined'),
      'with a discount code': purchases.filter(({ checkout }) => checkout.discountCode).length,
      'with a gift card': purchases.filter(({ checkout }) => checkout.giftCard).length,
      refunds: purchases.filter(({ refundedCents }) => refundedCents).length,
      'kill points reached': points,
      'kills of the web process': killCounts().web,
      'kills of the worker': killCounts().worker,
    },
    failures: [
      ...result.failures,
      ...paymentMethods
        .filter((method) => !paid.has(method))
        .map((method) => `No purchase was paid with ${method}`),
    ],
  }
}

/** Purchases while processes are killed, until all kill points are done. @returns what failed meanwhile */
async function buyUnderFaults(run: Run, counts: Record<string, number>): Promise<string[]> {
  const { trust } = run
  const wanted = trust.only ? 20 : sizes[trust.scale].purchases
  let hasKilledEverywhere = false
  // Some more buyers, so that no way to pay depends on a single one who may give up.
  const isEnough = (): boolean =>
    run.started >= wanted && (isEachMethodPaid(run) || run.started >= wanted + 24)
  run.isOver = () => hasKilledEverywhere && isEnough()
  await addTriggers(trust)
  try {
    const [killed] = await Promise.all([
      killEverywhere(run, counts).finally(() => {
        hasKilledEverywhere = true
      }),
      ...Array.from({ length: sizes[trust.scale].lanes }, () => buyUntilOver(run)),
    ])
    trust.log('all purchases are over')
    await disturbWebhooks(trust, false)
    await trust.control('DELETE', '/faults')
    return killed
  } finally {
    await removeTriggers(trust)
  }
}

async function run(trust: Trust): Promise<SuiteReport> {
  const owner = keepSignedIn(trust)
  const cookie = await owner()
  await submitAtOnce(trust, cookie)
  const discountCode = `TRUST-F-${trust.seed}`
  await createDiscount(trust, { code: discountCode }, cookie)
  const offerAsBefore = await offerEveryMethod(trust, cookie)
  const current: Run = {
    trust,
    items: await printableItems(trust),
    owner,
    methods: trust.randomFor('methods').shuffled(paymentMethods),
    discountCode,
    purchases: [],
    started: 0,
    isOver: () => false,
  }
  const counts: Record<string, number> = {}
  const failures: string[] = []
  try {
    failures.push(...(await buyUnderFaults(current, counts)))
    await waitUntilQuiet(trust, emails).catch((error: Error) =>
      failures.push(`I9: ${error.message}`),
    )
  } finally {
    await offerAsBefore()
  }
  const result = await checkInvariants(trust, emails, current.purchases)
  failures.push(...result.failures)
  return report(current, { paid: result.paid, failures }, counts.points ?? 0)
}

export const faults: Suite = { letter: 'F', title: 'Checkout under faults', run }

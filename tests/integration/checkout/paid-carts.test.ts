// @core
import { randomUUID } from 'node:crypto'

import { customer, makeCheckout, makePerson, makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql, untilLocked } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { applyPaymentEvent } from '@/modules/checkout/actions/apply-payment-event'
import type { Product } from '@/payload-types'
import { getProviders } from '@/providers'

type Placed = { id: string; orderNumber: string; key: string }
type Failed = { code: string; error: string; orderNumber?: string; key?: string }

const sandbox = useSandbox()
let tee: Product
beforeAll(async () => {
  await getTestPayload()
  tee = await makeProduct({ name: 'Fern Tee' })
})
afterEach(() => sandbox.clearFaults())

const tryToPlace = (cartId: string, body: Record<string, unknown> = {}) =>
  call<Placed & Failed>('POST', '/order', { body: { ...makeCheckout(tee), cartId, ...body } })
/** An order of a tab, with the payment that its buyer has approved. */
const approve = async (cartId: string, body: Record<string, unknown> = {}): Promise<Placed> => {
  const { status, body: placed } = await tryToPlace(cartId, body)
  if (status !== 200) throw new Error(JSON.stringify(placed))
  await sandbox.approve(placed.id)
  return placed
}
const capture = ({ id, key }: Pick<Placed, 'id' | 'key'>) =>
  call<{ status?: string } & Failed>('POST', `/order/${id}/capture`, { body: { key } })
const stateOf = async ({ orderNumber }: Placed) =>
  (
    await rowsOf<{ status: string; payment_state: string }>(
      sql`select status, payment_state from orders where order_number = ${orderNumber}`,
    )
  )[0]
const chargesOf = async ({ orderNumber }: Placed): Promise<number> =>
  (await sandbox.ledger()).captures.filter((entry) => JSON.stringify(entry).includes(orderNumber))
    .length
const reportApproval = async ({ id }: Placed) =>
  applyPaymentEvent(
    { payload: await getTestPayload(), payments: getProviders().payments },
    { eventType: 'CHECKOUT.ORDER.APPROVED', resource: { id } },
  )
const reconcile = async () => runJob(await getTestPayload(), 'reconcile-payments', {})
const closed = { status: 'cancelled', payment_state: 'created' }
const paid = { status: 'paid', payment_state: 'completed' }

describe('two orders of one cart', () => {
  it('are charged once, and the second buyer gets the way to the paid order', async () => {
    const cart = randomUUID()
    const first = await approve(cart)
    const second = await approve(cart, { shippingMethod: 'standard' })
    expect((await capture(first)).body).toMatchObject({ status: 'COMPLETED' })
    const refused = await capture(second)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'cart_paid',
        error:
          'You already paid for items in this cart. Nothing was charged this time. Pay again only if you want to order them again.',
        orderNumber: first.orderNumber,
        key: first.key,
      },
    })
    expect(await capture(second)).toMatchObject({ status: 409, body: refused.body })
    expect(await stateOf(second)).toEqual(closed)
    expect(await capture(first)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })

    await reportApproval(second)
    await rowsOf(
      sql`update orders set updated_at = now() - interval '11 minutes' where order_number = ${second.orderNumber}`,
    )
    await reconcile()
    expect([await chargesOf(first), await chargesOf(second)]).toEqual([1, 0])
    expect(await stateOf(second)).toEqual(closed)
  })

  it('are charged once when all of their tabs capture at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cart = randomUUID()
      const tabs = await Promise.all([approve(cart), approve(cart), approve(cart)])
      const results = await Promise.all([...tabs, ...tabs].map(capture))
      expect(results.filter(({ status }) => status >= 500)).toEqual([])
      expect(
        results
          .flatMap(({ body }) => body.code ?? [])
          .filter((code) => !/^(cart_paid|payment_in_progress)$/.test(code)),
      ).toEqual([])
      const states = await Promise.all(tabs.map(stateOf))
      expect(states.filter((state) => state?.status === 'paid')).toHaveLength(1)
      const charges = await Promise.all(tabs.map(chargesOf))
      expect(charges.sort()).toEqual([0, 0, 1])
    }
  })

  it('don’t name the paid order to someone with another email address', async () => {
    const cart = randomUUID()
    await capture(await approve(cart))
    const other = await tryToPlace(cart, { customer: { ...customer, email: 'ana@example.com' } })
    expect(other).toMatchObject({ status: 409, body: { code: 'cart_paid' } })
    expect(other.body).not.toHaveProperty('key')
    expect(other.body).not.toHaveProperty('orderNumber')
  })

  it('are refused before the payment window opens once one of them is paid', async () => {
    const cart = randomUUID()
    const first = await approve(cart)
    await capture(first)
    expect(await tryToPlace(cart)).toMatchObject({
      status: 409,
      body: { code: 'cart_paid', orderNumber: first.orderNumber, key: first.key },
    })
    expect((await tryToPlace(randomUUID())).status).toBe(200)
  })

  it('can’t be paid while the outcome of the other payment is unknown, nor after it', async () => {
    const cart = randomUUID()
    const [first, second] = [await approve(cart), await approve(cart)]
    // The state after a killed process: the order is claimed, and PayPal was never asked.
    await rowsOf(
      sql`update orders set payment_state = 'capturing', paid_cart_id = cart_id, capture_lease_until = now() - interval '1 second' where order_number = ${first.orderNumber}`,
    )
    expect(await capture(second)).toMatchObject({
      status: 409,
      body: { code: 'payment_in_progress' },
    })
    await reconcile()
    await reportApproval(second)
    expect(await stateOf(first)).toEqual(paid)
    expect(await stateOf(second)).toEqual(closed)
    expect(await chargesOf(second)).toBe(0)
  })

  it('can be paid by the second one at the very moment in which the first one’s payment ends', async () => {
    const cart = randomUUID()
    const [first, second] = [await approve(cart), await approve(cart)]
    await sandbox.approve(first.id, 'decline')
    await capture(first)
    // What the second one meets: the first has the cart when it claims it, and no longer when it looks for the reason.
    await rowsOf(sql`create sequence claims_of_carts`)
    await rowsOf(sql`create function refuse_first_claim() returns trigger language plpgsql as $$ begin
      if nextval('claims_of_carts') = 1 then raise unique_violation using message = 'the cart is taken'; end if;
      return new; end $$`)
    await rowsOf(sql`create trigger refuse_first_claim before update on orders for each row
      when (new.paid_cart_id is distinct from old.paid_cart_id) execute function refuse_first_claim()`)
    try {
      expect(await capture(second)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    } finally {
      await rowsOf(sql`drop function refuse_first_claim cascade`)
      await rowsOf(sql`drop sequence claims_of_carts`)
    }
    expect(await stateOf(second)).toEqual(paid)
    expect([await chargesOf(first), await chargesOf(second)]).toEqual([0, 1])
  })

  it('can be paid by the second one after the first was declined', async () => {
    const cart = randomUUID()
    const first = (await tryToPlace(cart)).body
    const second = await approve(cart)
    await sandbox.approve(first.id, 'decline')
    expect((await capture(first)).body.code).toBe('payment_declined')
    expect((await capture(second)).body.status).toBe('COMPLETED')
    expect(await stateOf(second)).toEqual(paid)
  })

  const issueCard = async () => {
    const { body } = await call<{ code: string }>('POST', '/api/admin/gift-cards', {
      as: await makePerson('super_admin'),
      body: { amount: '100.00', note: 'A late package' },
    })
    return { code: body.code, amount: '40.55' }
  }

  it('are paid once when a gift card pays for all of it', async () => {
    const cart = randomUUID()
    const giftCard = await issueCard()
    const results = await Promise.all([
      tryToPlace(cart, { giftCard }),
      tryToPlace(cart, { giftCard }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(results.find(({ status }) => status === 409)?.body.code).toBe('cart_paid')
  })

  /** Has a gift card pay for a cart while the capture of its other order is being claimed. */
  const placeDuringClaim = async (whileItWaits: (first: Placed) => Promise<unknown>) => {
    const cart = randomUUID()
    const [giftCard, first] = [await issueCard(), await approve(cart)]
    const { placing } = await (
      await getTestPayload()
    ).db.drizzle.transaction(async (claim) => {
      await claim.execute(sql`update orders set payment_state = 'capturing', paid_cart_id = cart_id
        where order_number = ${first.orderNumber}`)
      const started = tryToPlace(cart, { giftCard })
      await untilLocked()
      await whileItWaits(first)
      return { placing: started }
    })
    return placing
  }

  it('can’t be paid by a gift card while the other one is being captured', async () => {
    const refused = await placeDuringClaim(() => Promise.resolve())
    expect(refused).toMatchObject({ status: 409, body: { code: 'payment_in_progress' } })
  })

  it('can be paid by a gift card at the very moment in which the other payment ends', async () => {
    const { drizzle } = (await getTestPayload()).db
    const placed = await placeDuringClaim(async ({ orderNumber }) => {
      // Gets the table once both have ended, before the second one looks for the reason.
      const ending = drizzle.transaction(async (end) => {
        await end.execute(sql`lock table orders in access exclusive mode`)
        await end.execute(sql`update orders set payment_state = 'declined', paid_cart_id = null
          where order_number = ${orderNumber}`)
      })
      ending.catch(() => undefined)
      await untilLocked(2)
    })
    expect(placed).toMatchObject({ status: 200, body: { id: null } })
    expect(await stateOf(placed.body)).toEqual(paid)
  })
})

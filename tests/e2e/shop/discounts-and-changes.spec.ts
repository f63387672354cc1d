import { expect, type Locator, type Page } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  fillCheckout,
  issueCard,
  mailsTo,
  openPaymentWindow,
  ownProduct,
  payNow,
  payWith,
  query,
  signIn,
  test,
  violations,
  waitUntilReady,
} from '@tests/support/browser'

const email = () => `sol-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`

/** Creates an active 25% discount with this code. */
const makeCode = async (code: string, maxUses: number | null = null): Promise<void> => {
  await query(
    `with discount as (
       insert into discounts (name, kind, percent, scope, starts_at)
       values ($1, 'percent', 25, 'all', now() - interval '1 day') returning id)
     insert into discount_codes (code, discount_id, max_uses) select $1, id, $2 from discount`,
    [code, maxUses],
  )
}
const uniqueCode = (): string => `E2E-${Math.floor(Math.random() * 1e9)}`
const summary = (page: Page) => page.getByRole('region', { name: 'Your order' })

test('a discount code from a link lowers the total, and can be removed and entered again', async ({
  page,
}) => {
  const [code, address] = [uniqueCode(), email()]
  await makeCode(code)
  await addToCart(page, await anyProduct())
  await page.goto(`/discount/${code.toLowerCase()}`)
  await expect(page).toHaveURL(/\/products$/)
  await page.goto('/cart')
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  await page.goto('/checkout')
  await expect(summary(page).getByText(`Code ${code} is applied`)).toBeVisible()
  await expect(summary(page).getByText(`Discount (${code})`)).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: `Remove code ${code}` }).click()
  await expect(summary(page).getByText(`Discount (${code})`)).toBeHidden()
  await page.getByLabel('Discount code').fill('never-heard-of-it')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(
    page.getByText('We don’t recognize this code. Please check the spelling.'),
  ).toBeVisible()
  await expect(page.getByLabel('Discount code')).toHaveValue('never-heard-of-it')
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused()
  await page.getByLabel('Discount code').fill(` ${code.toLowerCase()} `)
  await page.getByLabel('Discount code').press('Enter')
  await expect(summary(page).getByText(`Discount (${code})`)).toBeVisible()

  // A code that was typed but not applied isn't left out.
  await page.getByRole('button', { name: `Remove code ${code}` }).click()
  await page.getByLabel('Discount code').fill(code)
  const emailField = page.getByLabel('Email', { exact: true })
  await emailField.click()
  await expect(summary(page).getByText(`Discount (${code})`)).toBeVisible()
  await expect(emailField).toBeFocused()

  await fillCheckout(page, address)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  await expect(page.getByText(`Discount (${code})`)).toBeVisible()
  const [order] = await query<{ matches: boolean; discount: number }>(
    `select total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents as matches,
            discount_cents::integer as discount from orders where email = $1`,
    [address],
  )
  expect(order).toMatchObject({ matches: true })
  expect(order?.discount).toBeGreaterThan(0)
})

test('the discount link that was opened last replaces a code that was entered before', async ({
  page,
}) => {
  const code = uniqueCode()
  await makeCode(code)
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Add a discount code' }).click()
  await page.getByLabel('Discount code').fill('never-heard-of-it')
  await page.getByLabel('Discount code').press('Enter')
  await expect(
    page.getByText('We don’t recognize this code. Please check the spelling.'),
  ).toBeVisible()
  await page.goto(`/discount/${code.toLowerCase()}`)
  await expect(page).toHaveURL(/\/products$/)
  await page.goto('/checkout')
  await expect(summary(page).getByText(`Code ${code} is applied`)).toBeVisible()
})

test('a code that can’t be checked is tried again or removed before the order can be paid', async ({
  page,
}) => {
  const code = uniqueCode()
  await makeCode(code)
  const card = await issueCard('5')
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, email())
  const pay = page.getByRole('button', { name: 'Pay with PayPal' })
  await expect(pay).toBeVisible()
  const unchecked = page.getByText('Check your code again or remove it to continue.')

  await page.route('**/api/cart/check', (route) =>
    route.fulfill({ status: 503, json: { error: 'Not now.', code: 'unavailable' } }),
  )
  await page.getByRole('button', { name: 'Add a discount code' }).click()
  await expect(page.getByLabel('Discount code')).toBeFocused()
  await page.getByLabel('Discount code').fill(code)
  await page.getByLabel('Discount code').press('Enter')
  await expect(page.getByText(/^We couldn’t check this code\./)).toBeVisible()
  await expect(page.getByLabel('Discount code')).toHaveValue(code)
  await expect(page.getByLabel('Discount code')).toBeFocused()
  await expect(unchecked).toBeVisible()
  await expect(pay).toBeHidden()
  expect(await violations(page)).toEqual([])
  await page.unroute('**/api/cart/check')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(summary(page).getByText(`Code ${code} is applied`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove code ${code}` })).toBeFocused()
  await expect(pay).toBeVisible()

  await page.route('**/api/gift-cards/check', (route) => route.abort())
  await page.getByRole('button', { name: 'Use a gift card' }).click()
  await page.getByLabel('Gift card code').fill(card)
  await page.getByLabel('Gift card code').press('Enter')
  await expect(page.getByText(/^We couldn’t check this code\./)).toBeVisible()
  await expect(unchecked).toBeVisible()
  await expect(pay).toBeHidden()
  await page.getByRole('button', { name: `Remove code ${card}` }).click()
  await expect(page.getByLabel('Gift card code')).toBeFocused()
  await expect(page.getByLabel('Gift card code')).toHaveValue('')
  await expect(pay).toBeVisible()
})

test('a gift card issued by staff pays for a whole order', async ({ page, browser }) => {
  const address = email()
  await addToCart(page, await anyProduct())
  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, 'june')
  await staff.goto('/admin/gift-cards')
  await staff.getByRole('button', { name: 'Issue gift card' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('Amount in dollars').fill('500')
  await dialog.getByLabel('Reason').fill('Thanks for the photos')
  await dialog.getByRole('button', { name: 'Issue gift card' }).click()
  const code = await dialog.getByLabel('Code').inputValue()
  await staff.context().close()

  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Use a gift card' }).click()
  await page.getByLabel('Gift card code').fill('AAAA-AAAA-AAAA-AAAA')
  await page.getByLabel('Gift card code').press('Enter')
  await expect(
    summary(page)
      .getByRole('alert')
      .filter({ hasText: /gift card/i }),
  ).toBeVisible()
  await page.getByLabel('Gift card code').fill(code.toLowerCase())
  await page.getByLabel('Gift card code').press('Enter')
  await expect(page.getByText(`Gift card ending in ${code.slice(-4)}`)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await fillCheckout(page, address)
  await expect(page.getByText('There’s nothing left to pay.')).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  await expect(page.getByText(/^−\$/).first()).toBeVisible()
  await expect(page.getByText('Paid online')).toHaveCount(0)
  const [order] = await query<{ paid: boolean; left: number }>(
    `select o.payment_state = 'completed' and o.gift_card_cents = o.total_cents as paid,
            (select 50000 - o.total_cents - sum(amount_cents) from gift_card_entries e where e.card_id = o.gift_card_id)::integer as left
     from orders o where o.email = $1`,
    [address],
  )
  expect(order).toEqual({ paid: true, left: 0 })
})

test('the cart shows the same total as checkout with an automatic discount', async ({ page }) => {
  const name = `Full cart ${uniqueCode()}`
  // The minimum is high so that carts of other tests don't get the discount.
  const [discount] = await query<{ id: number }>(
    `insert into discounts (name, kind, percent, scope, is_automatic, minimum_subtotal_cents, starts_at)
     values ($1, 'percent', 10, 'all', true, 50000, now() - interval '1 day') returning id`,
    [name],
  )
  try {
    await addToCart(page, await anyProduct())
    await page.evaluate(() => {
      const { items } = JSON.parse(localStorage.getItem('cart') ?? '') as {
        items: { price: number; quantity: number; size: string }[]
      }
      const [line] = items
      localStorage.setItem(
        'cart',
        JSON.stringify({
          items: ['S', 'M', 'L'].map((size) => ({ ...line, size, quantity: 10 })),
          total: 0,
        }),
      )
    })
    await page.goto('/cart')
    const totals = page.getByRole('complementary', { name: 'Order summary' })
    const rowOf = (label: string) =>
      totals.locator('dl > div').filter({ hasText: label }).locator('dd')
    await expect(rowOf(`Discount (${name})`)).toHaveText(/^−\$\d/)
    const discountBefore = await rowOf(`Discount (${name})`).innerText()
    await page
      .getByRole('button', { name: /^Decrease quantity of / })
      .first()
      .click()
    await expect(rowOf(`Discount (${name})`)).toHaveText(/^−\$\d/)
    await expect(rowOf(`Discount (${name})`)).not.toHaveText(discountBefore)
    const total = await rowOf('Total').last().innerText()
    expect(await violations(page)).toEqual([])
    await page.goto('/checkout')
    await expect(summary(page).getByText(`Discount (${name})`)).toBeVisible()
    await expect(
      summary(page).locator('dl > div').filter({ hasText: 'Total before tax' }).locator('dd'),
    ).toHaveText(total)
  } finally {
    await query('delete from discounts where id = $1', [discount?.id ?? 0])
  }
})

test('a gift in a plain package shows its label before payment and on the order', async ({
  page,
}) => {
  const address = email()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await expect(page.getByLabel('This is a gift')).toBeHidden()
  await page.getByText('Gift and packaging options').click()
  await page.getByLabel('This is a gift').check()
  await page.getByLabel('Name on the label').fill('June Alvarez')
  await page.getByLabel('Gift note').fill('Proud of you.\nKeep going.')
  await page.getByLabel('Nothing about recovery on the outside').check()
  const shown = page.getByRole('region', { name: 'What your package will show' })
  await expect(shown).toContainText('From DF Apparel. To June Alvarez.')
  await expect(shown).toContainText('We ask our printer to leave prices off.')
  const note = /“Proud of you\.\nKeep going\.”/
  await expect(shown).toHaveText(note, { useInnerText: true })
  expect(await violations(page)).toEqual([])
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  await expect(page.getByText('June Alvarez')).toBeVisible()
  await expect(page.getByText('From DF Apparel')).toBeVisible()
  await expect(page.getByText('Gift note:')).toHaveText(note, { useInnerText: true })
  await page.getByRole('button', { name: 'Change address' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Wren')
  await expect(page.getByText('The label is for June Alvarez, unless')).toBeVisible()
})

test('a code that is used up while the payment window is open shows an error and charges nothing', async ({
  page,
}) => {
  const [code, address] = [uniqueCode(), email()]
  await makeCode(code, 1)
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Add a discount code' }).click()
  await page.getByLabel('Discount code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(summary(page).getByText(`Discount (${code})`)).toBeVisible()
  await fillCheckout(page, address)
  const window = await openPaymentWindow(page)
  // Someone else pays with it first.
  await query(
    `with other as (select id from orders where status = 'paid' and email <> $1 limit 1)
     insert into orders_discounts (_order, _parent_id, id, discount_id, name, code)
     select 1, other.id, gen_random_uuid()::text, discount_codes.discount_id, code, code from other, discount_codes where code = $2`,
    [address, code],
  )
  await window.getByRole('button', { name: payNow }).click()
  await expect(page.getByText('This code has reached its usage limit.')).toBeVisible()
  await expect(summary(page).getByText(`Discount (${code})`)).toBeHidden()
  expect(
    await query(`select payment_state from orders where email = $1`, [address]),
  ).not.toContainEqual({ payment_state: 'completed' })
})

/**
 * Buys an item, then makes one of its other variants $4.00 cheaper and another $3.00 more expensive until `work` is done.
 * @param nth which seed product to use. Its prices change, so no other test may use it.
 */
const withOtherPrices = async (
  page: Page,
  { address, nth }: { address: string; nth: number },
  work: (changes: Locator) => Promise<void>,
): Promise<void> => {
  const [product] = await query<{ id: number }>(
    `select p.id from products p join products_variants v on v._parent_id = p.id
      where is_active group by p.id having count(*) > 3 and bool_and(v.available) order by p.id limit 1 offset $1`,
    [nth],
  )
  await addToCart(page, product?.id ?? 0)
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  const changed = await query<{ id: string }>(
    `with bought as (
       select i.product_id, i.size, i.color, i.unit_price_cents as cents from orders_items i join orders o on o.id = i._parent_id where o.email = $1),
     others as (
       select v.id, bought.cents, row_number() over (order by v._order) as position from products_variants v, bought
        where v._parent_id = bought.product_id and (v.size, v.color) is distinct from (bought.size, bought.color))
     update products_variants v set price_override_cents = others.cents + case position when 1 then -400 else 300 end
       from others where v.id = others.id and position <= 2 returning v.id`,
    [address],
  )
  try {
    await page.reload()
    const changes = page.getByRole('region', { name: 'Need to change something?' })
    await changes.getByRole('button', { name: 'Change size or color' }).click()
    await work(changes)
  } finally {
    await query('update products_variants set price_override_cents = null where id = any($1)', [
      changed.map(({ id }) => id),
    ])
  }
}
const optionWith = async (variants: Locator, text: RegExp): Promise<string> =>
  (await variants.locator('option').filter({ hasText: text }).first().textContent()) ?? ''

test('before a swap, the buyer sees the refund and staff see the difference that the shop pays', async ({
  page,
  browser,
}) => {
  const address = email()
  await withOtherPrices(page, { address, nth: 10 }, async (changes) => {
    const variants = changes.getByLabel('Change to')
    const cheaper = await optionWith(variants, /back$/)
    const refund = /\$(\d+\.\d\d) back$/.exec(cheaper)?.[1] ?? ''
    await variants.selectOption({ label: cheaper })
    await expect(changes.getByText(`You’ll get $${refund} back.`)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await changes.getByRole('button', { name: 'Change item' }).click()
    await expect(page.getByText(/is now /)).toBeVisible()
    await expect(
      summary(page).getByText(`Changed size or color: $${refund} refunded`),
    ).toBeVisible()
    const [order] = await query<{ id: number; refunds: string[] }>(
      `select o.id, array_agg((p.amount_cents / 100)::numeric(9, 2)::text) as refunds from orders o
         join payments p on p.order_id = o.id and p.kind = 'refund' and p.status = 'completed' where o.email = $1 group by o.id`,
      [address],
    )
    expect(order?.refunds).toEqual([refund])

    const staff = await (await browser.newContext()).newPage()
    await signIn(staff, 'june')
    await staff.goto(`/admin/orders/${order?.id}`)
    await staff.getByRole('button', { name: 'Change size or color' }).click()
    const dialog = staff.getByRole('dialog')
    const choices = dialog.getByLabel('Change to')
    await choices.selectOption({ label: await optionWith(choices, /more$/) })
    await expect(dialog.getByText('your shop pays the difference')).toBeVisible()
    expect(await violations(staff)).toEqual([])
    await dialog.getByRole('button', { name: 'Change item at no charge' }).click()
    await expect(dialog).toBeHidden()
    await expect(staff.getByText(/which the shop pays/)).toBeVisible()
    await staff.context().close()
  })
})

test('a size that sells out while it’s chosen is never replaced by another one', async ({
  page,
  browser,
}) => {
  const [address, tee] = [email(), await ownProduct()]
  const setAvailable = (name: string, isAvailable: boolean) =>
    query(
      `update products_variants set available = $3 where _parent_id = $1 and color || ', ' || size = $2`,
      [tee.id, name, isAvailable],
    )
  await addToCart(page, tee.id)
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  const changes = page.getByRole('region', { name: 'Need to change something?' })
  await changes.getByRole('button', { name: 'Change size or color' }).click()
  const variants = changes.getByLabel('Change to')
  const own = (await variants.locator('option:checked').textContent()) ?? ''
  // One that isn't the last: another one moves up to its place.
  const wanted = (await variants.locator('option:not(:checked)').nth(1).textContent()) ?? ''
  await variants.selectOption({ label: wanted })
  await setAvailable(wanted, false)
  await changes.getByRole('button', { name: 'Change item' }).click()
  await expect(changes.getByText('isn’t available right now')).toBeVisible()
  await expect(variants.locator('option', { hasText: wanted })).toHaveCount(0)
  await expect(variants.locator('option:checked')).toHaveText(own)
  await expect(changes.getByRole('button', { name: 'Change item' })).toBeDisabled()

  await setAvailable(wanted, true)
  const [order] = await query<{ id: number }>('select id from orders where email = $1', [address])
  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, 'june')
  await staff.goto(`/admin/orders/${order?.id}`)
  await staff.getByRole('button', { name: 'Change size or color' }).click()
  const dialog = staff.getByRole('dialog')
  const choices = dialog.getByLabel('Change to')
  await choices.selectOption({ label: wanted })
  await setAvailable(wanted, false)
  await dialog.getByRole('button', { name: 'Change item' }).click()
  await expect(dialog.getByText('isn’t available right now')).toBeVisible()
  await expect(choices.locator('option', { hasText: wanted })).toHaveCount(0)
  await expect(choices.locator('option:checked')).toHaveText('Choose')
  await expect(dialog.getByRole('button', { name: 'Change item' })).toBeDisabled()
  await staff.context().close()
})

test('a buyer pays the difference for a more expensive variant, and staff see the linked payment', async ({
  page,
  browser,
}) => {
  const address = email()
  await withOtherPrices(page, { address, nth: 11 }, async (changes) => {
    const variants = changes.getByLabel('Change to')
    const wanted = await optionWith(variants, /more$/)
    await variants.selectOption({ label: wanted })
    await expect(
      changes.getByText('You’ll pay the $3.24 difference on the next page'),
    ).toBeVisible()
    expect(await violations(page)).toEqual([])
    await changes.getByRole('button', { name: 'Pay $3.24' }).click()
    await expect(page.getByRole('heading', { name: 'Pay the difference' })).toBeVisible()
    await expect(page.getByText('$3.24').first()).toBeVisible()
    expect(await violations(page)).toEqual([])
    await payWith(page, /cancel/i)
    await expect(page.getByText('Payment canceled. Nothing was charged.')).toBeVisible()
    await payWith(page, payNow)
    await page.waitForURL(/\/orders\/DF-/)
    await expect(page.getByRole('heading', { name: 'Your item was changed.' })).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: /^See order DF-/ }).click()
    await expect(page.getByText(`is now ${wanted.replace(/, \$.*$/, '')}`)).toBeVisible()
    // What was paid comes back with the bought variant, and nothing cheaper than that is offered.
    await changes.getByRole('button', { name: 'Change size or color' }).click()
    await variants.selectOption({ label: await optionWith(variants, /, \$3\.24 back$/) })
    await expect(changes.getByText('You’ll get $3.24 back.')).toBeVisible()
    await changes.getByRole('button', { name: 'Never mind' }).click()
    await expect(summary(page).getByText('Changed size or color: $3.24 paid')).toBeVisible()

    const staff = await (await browser.newContext()).newPage()
    await signIn(staff, 'june')
    await staff.goto(`/admin/orders?search=${address}`)
    await expect(staff.getByText('Price difference', { exact: true })).toHaveCount(1)
    const [order] = await query<{ id: number; items: string; shipping: string }>(
      `select id, ((total_cents - shipping_cents) / 100.0)::numeric(9, 2)::text as items,
          (shipping_cents / 100.0)::numeric(9, 2)::text as shipping
        from orders where email = $1 and price_difference_state is null`,
      [address],
    )
    await staff.goto(`/admin/orders/${order?.id}`)
    await expect(staff.getByText('Changed size or color: $3.24 paid')).toBeVisible()
    await staff.getByRole('button', { name: 'Refund items' }).click()
    const dialog = staff.getByRole('dialog')
    const follows = dialog.getByText('The customer also gets back $3.24')
    await expect(follows).toBeHidden()
    await dialog.getByRole('combobox').first().selectOption('1')
    await expect(follows).toBeVisible()
    expect(await violations(staff)).toEqual([])

    // Once only the price of the shipping is left, its refund is that of the whole order.
    await staff.goto(`/admin/orders/${order?.id}`)
    await staff.getByRole('button', { name: 'Refund', exact: true }).click()
    await dialog.getByLabel('Amount in dollars').fill(order?.items ?? '')
    await expect(dialog.getByText(/also gets back/)).toBeHidden()
    await dialog.getByLabel('Reason').fill('Thanks for waiting')
    await dialog.getByRole('button', { name: `Refund $${order?.items}` }).click()
    await expect(staff.getByText(`$${order?.items} refunded.`)).toBeVisible()
    await staff.goto(`/admin/orders/${order?.id}`)
    await staff.getByRole('button', { name: 'Refund items' }).click()
    await dialog.getByRole('switch', { name: `Shipping, $${order?.shipping}` }).click()
    await expect(follows).toBeVisible()
    await dialog.getByLabel('Reason').fill('Free this time')
    await dialog.getByRole('button', { name: `Refund $${order?.shipping}` }).click()
    await expect(staff.getByText(`$${order?.shipping} refunded.`)).toBeVisible()
    await staff.context().close()
  })
  await expect
    .poll(() =>
      query(
        `select o.total_cents::integer as total, o.status from orders o where o.email = $1 and price_difference_state is not null`,
        [address],
      ),
    )
    .toEqual([{ total: 324, status: 'refunded' }])
})

test('staff ask the customer to pay for a change, who pays on the order’s page, and the item changes once', async ({
  page,
  browser,
}) => {
  const address = email()
  await withOtherPrices(page, { address, nth: 13 }, async () => {
    const [order] = await query<{ id: number; number: string }>(
      'select id, order_number as number from orders where email = $1',
      [address],
    )
    const staff = await (await browser.newContext()).newPage()
    await signIn(staff, 'june')
    await staff.goto(`/admin/orders/${order?.id}`)
    const change = staff.getByRole('button', { name: 'Change size or color' })
    await change.click()
    const dialog = staff.getByRole('dialog')
    const choices = dialog.getByLabel('Change to')
    const wanted = await optionWith(choices, /more$/)
    const ask = async (): Promise<void> => {
      await choices.selectOption({ label: wanted })
      await dialog.getByLabel('Who pays').selectOption('Ask the customer to pay $3.24')
      await expect(dialog.getByText('We’ll hold printing until then')).toBeVisible()
      expect(await violations(staff)).toEqual([])
      await dialog.getByRole('button', { name: 'Ask the customer to pay' }).click()
      await expect(dialog).toBeHidden()
    }
    await choices.selectOption({ label: wanted })
    await expect(dialog.getByLabel('Who pays').locator('option:checked')).toHaveText(
      'The shop (no charge to the customer)',
    )
    await ask()
    const waiting = staff.getByText('Waiting for the customer to pay $3.24 to change')
    await expect(waiting).toBeVisible()
    await expect(change).toBeFocused()
    const withdraw = staff.getByRole('button', { name: 'Withdraw the request' })
    expect(await violations(staff)).toEqual([])
    await withdraw.press('Enter')
    await dialog.getByRole('button', { name: 'Withdraw request' }).press('Enter')
    await expect(withdraw).toHaveCount(0)
    await expect(staff.getByRole('heading', { name: 'Items', exact: true })).toBeFocused()
    await change.click()
    await ask()
    await expect(withdraw).toBeVisible()

    const subject = `A change to order ${order?.number} for $3.24`
    await expect
      .poll(async () => (await mailsTo(address)).some((mail) => mail.subject === subject))
      .toBe(true)
    const mail = (await mailsTo(address)).find((one) => one.subject === subject)
    const link = /https?:\/\/\S+(\/orders\/DF-\d+\?key=[a-f0-9]+)/.exec(mail?.text ?? '')?.[1]
    await page.goto(link ?? '')
    const offer = page.getByRole('region', { name: 'A change to your order' })
    await expect(offer.getByText(/ in your order\. It costs \$3\.24 more\. /)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await offer.getByRole('button', { name: 'Pay $3.24' }).click()
    await expect(page.getByRole('heading', { name: 'Pay the difference' })).toBeVisible()
    await expect(page.getByText('If the price changes before then')).toBeVisible()
    await payWith(page, payNow)
    await page.waitForURL(/\/orders\/DF-/)
    await expect(page.getByRole('heading', { name: 'Your item was changed.' })).toBeVisible()
    await page.getByRole('link', { name: /^See order DF-/ }).click()
    await expect(page.getByText(`is now ${wanted.replace(/, \$.*$/, '')}`)).toHaveCount(1)
    await expect(offer).toBeHidden()

    await staff.reload()
    await expect(staff.getByText('Changed size or color: $3.24 paid')).toBeVisible()
    await expect(waiting).toBeHidden()
    await staff.context().close()
  })
  expect(
    await query(
      `select count(*)::integer as changes from order_events e join orders o on o.id = e.order_id
        where o.email = $1 and e.type = 'item_changed'`,
      [address],
    ),
  ).toEqual([{ changes: 1 }])
})

test('a gift card pays a whole price difference by keyboard, and only once if the first response is lost', async ({
  page,
}) => {
  const [address, code] = [email(), await issueCard('20.00')]
  await withOtherPrices(page, { address, nth: 12 }, async (changes) => {
    const variants = changes.getByLabel('Change to')
    await variants.selectOption({ label: await optionWith(variants, /more$/) })
    await changes.getByRole('button', { name: 'Pay $3.24' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Pay the difference' })).toBeVisible()
    await waitUntilReady(page)
    await page.getByRole('button', { name: 'Use a gift card' }).press('Enter')
    const field = page.getByLabel('Gift card code')
    await field.fill('ABCD-EFGH-JKMN-PQRS')
    await field.press('Enter')
    await expect(page.getByText('This gift card can’t be used.')).toBeVisible()
    await field.fill(code)
    await field.press('Enter')
    await expect(page.getByText('$16.76 left after the difference.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.route(
      '**/api/orders/*/payment',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const confirm = page.getByRole('button', { name: 'Confirm the change' })
    await confirm.press('Enter')
    await expect(
      page.getByText(
        'We couldn’t tell whether that went through. Press “Confirm the change” again; your gift card is used only once.',
      ),
    ).toBeVisible()
    // The gift card has already paid.
    await expect(page.getByText(/nothing was charged/i)).toHaveCount(0)
    await confirm.press('Enter')
    await page.waitForURL(/\/orders\/DF-/)
    await expect(page.getByRole('heading', { name: 'Your item was changed.' })).toBeVisible()
  })
  expect(
    await query(
      `select p.amount_cents::integer as cents, p.status from payments p join orders o on o.id = p.order_id
        where o.email = $1 and price_difference_state is not null`,
      [address],
    ),
  ).toEqual([{ cents: 324, status: 'completed' }])
})

test('a buyer pays for an address with a higher sales tax, and staff see the linked payment', async ({
  page,
  browser,
}) => {
  const address = email()
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, address)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-\d+\?key=/)
  const changes = page.getByRole('region', { name: 'Need to change something?' })
  const change = async (where: { street: string; city: string; state: string; zip: string }) => {
    await changes.getByRole('button', { name: 'Change address' }).click()
    await changes.getByLabel('Street address').fill(where.street)
    await changes.getByLabel('City').fill(where.city)
    await changes.getByLabel('State').selectOption(where.state)
    await changes.getByLabel('ZIP code').fill(where.zip)
    await changes.getByRole('button', { name: 'Save address' }).click()
  }
  // New York doesn't tax clothes below $110, so its tax is refunded first.
  await change({ street: '200 Cedar Street', city: 'New York', state: 'NY', zip: '10001' })
  await expect(page.getByText('200 Cedar Street')).toBeVisible()
  await change({ street: '7 Fern Court', city: 'Ventura', state: 'CA', zip: '93001' })
  const pay = changes.getByRole('button', { name: /^Pay \$/ })
  const price = /\$[\d.]+$/.exec((await pay.textContent()) ?? '')?.[0] ?? ''
  await expect(
    changes.getByText(
      `Sales tax is ${price} more at this address. You’ll pay the ${price} difference on the next page. We’ll change the address once it’s paid. If printing starts before then, you won’t be charged.`,
    ),
  ).toBeVisible()
  // Another address may cost something else.
  await changes.getByLabel('Street address').fill('8 Fern Court')
  await expect(pay).toBeHidden()
  await changes.getByRole('button', { name: 'Save address' }).click()
  await pay.click()
  await expect(page.getByRole('heading', { name: 'Pay the difference' })).toBeVisible()
  await expect(page.getByText(/to 8 Fern Court, Ventura, CA 93001\./)).toBeVisible()
  await expect(page.getByText(price).first()).toBeVisible()
  expect(await violations(page)).toEqual([])
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-/)
  await expect(
    page.getByRole('heading', { name: 'Your shipping address was changed.' }),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: /^See order DF-/ }).click()
  await expect(summary(page).getByText('8 Fern Court')).toBeVisible()
  await expect(summary(page).getByText(`Changed address: ${price} paid`)).toBeVisible()
  // Afterwards only addresses that cost the same are left.
  await change({ street: '200 Cedar Street', city: 'New York', state: 'NY', zip: '10001' })
  await expect(changes.getByText(/Sales tax is different .* email us/)).toBeVisible()
  await expect(changes.getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:.+DF-/)
  // A rejected change refreshes the page, and its title with it.
  await expect(page).toHaveTitle(/./)
  expect(await violations(page)).toEqual([])

  const staff = await (await browser.newContext()).newPage()
  await signIn(staff, 'june')
  const [order] = await query<{ id: number; difference: number }>(
    'select price_difference_order_id as id, id as difference from orders where email = $1 and price_difference_state is not null',
    [address],
  )
  await staff.goto(`/admin/orders/${order?.id}`)
  await expect(staff.getByText(`Changed address: ${price} paid`)).toBeVisible()
  expect(await violations(staff)).toEqual([])
  await staff.goto(`/admin/orders/${order?.difference}`)
  await expect(
    staff.getByText('The price difference for the shipping address on an earlier order.'),
  ).toBeVisible()
  await staff.context().close()
})

test(
  'a buyer changes the address and the variant, then cancels the order and is refunded',
  { tag: '@core' },
  async ({ page }) => {
    const address = email()
    await addToCart(page, await anyProduct())
    await page.goto('/cart')
    await page
      .getByRole('button', { name: /^Increase quantity/ })
      .first()
      .click()
    await page.goto('/checkout')
    await fillCheckout(page, address)
    await payWith(page, payNow)
    await page.waitForURL(/\/orders\/DF-\d+\?key=/)
    const changes = page.getByRole('region', { name: 'Need to change something?' })
    await changes.getByRole('button', { name: 'Change size or color' }).click()
    await expect(changes.getByLabel('Item')).toBeFocused()
    await changes.getByRole('button', { name: 'Never mind' }).click()
    await expect(changes.getByRole('button', { name: 'Change size or color' })).toBeFocused()
    await changes.getByRole('button', { name: 'Change address' }).click()
    await expect(changes.getByLabel('First name')).toBeFocused()
    await changes.getByLabel('ZIP code').fill('10001')
    await changes.getByRole('button', { name: 'Save address' }).click()
    await expect(changes.getByText(/ZIP code 10001 is in New York/)).toBeVisible()
    // A rejected change refreshes the page, and its title with it.
    await expect(page).toHaveTitle(/./)
    expect(await violations(page)).toEqual([])
    await changes.getByLabel('State').selectOption('NY')
    await changes.getByLabel('Street address').fill('200 Cedar Street')
    await changes.getByLabel('City').fill('New York')
    await changes.getByRole('button', { name: 'Save address' }).click()
    await expect(page.getByText('200 Cedar Street')).toBeVisible()
    await expect(page.getByText('Shipping address changed')).toBeVisible()
    await expect(changes.getByRole('button', { name: 'Change address' })).toBeFocused()
    // New York doesn't tax clothes below $110.
    await expect(page.getByText(/Refunded \$[\d.]+/).first()).toBeVisible()
    await changes.getByRole('button', { name: 'Change address' }).click()
    await changes.getByLabel('State').selectOption('CA')
    await changes.getByLabel('ZIP code').fill('93001')
    await changes.getByRole('button', { name: 'Save address' }).click()
    await expect(changes.getByText(/^Sales tax is \$[\d.]+ more at this address\. /)).toBeVisible()
    await expect(changes.getByRole('button', { name: /^Pay \$[\d.]+$/ })).toBeVisible()
    await expect(page).toHaveTitle(/./)
    expect(await violations(page)).toEqual([])
    await changes.getByRole('button', { name: 'Never mind' }).click()

    await changes.getByRole('button', { name: 'Change size or color' }).click()
    const variants = changes.getByLabel('Change to')
    await expect(changes.getByLabel('Item').locator('option')).toHaveText(/^2 × /)
    await expect(changes.getByRole('button', { name: 'Change item' })).toBeDisabled()
    // Choose a variant that costs the same.
    const others = variants.locator('option:not(:checked)').filter({ hasNotText: '$' })
    const other = await others.first().textContent()
    await variants.selectOption({ label: other ?? '' })
    await changes.getByRole('button', { name: 'Change item' }).click()
    await expect(page.getByText(`is now ${other ?? ''}`)).toBeVisible()

    await changes.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByRole('heading', { name: 'Your order was refunded.' })).toBeVisible()
    await expect(changes).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
    expect(
      await query(
        `select o.status, sum(p.amount_cents) = o.total_cents as whole from orders o
         join payments p on p.order_id = o.id and p.kind = 'refund' where o.email = $1 group by o.id`,
        [address],
      ),
    ).toEqual([{ status: 'refunded', whole: true }])
  },
)

test('the buttons for codes stay when their form can’t be fetched', async ({ page }) => {
  await issueCard('25')
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  const buttons = ['Add a discount code', 'Use a gift card'].map((name) =>
    page.getByRole('button', { name }),
  )
  for (const button of buttons) await expect(button).toBeVisible()
  await page.route('**/_next/static/**/*.js', (route) => route.abort())
  for (const button of buttons) {
    await button.click()
    await expect(page.getByText('Check your connection and try again.')).toBeVisible()
    await expect(button).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
})

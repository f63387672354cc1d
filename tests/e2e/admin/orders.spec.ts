import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  control,
  fillCheckout,
  payNow,
  payWith,
  query,
  signIn,
  test,
  violations,
  waitUntilReady,
} from '@tests/support/browser'

import { pressOn, tabTo, typeInto } from '../shop/keyboard'

type Ledger = { refunds: { capture_id: string }[] }

/** Places an order and pays it in the PayPal sandbox. */
const paidOrder = async (
  page: Page,
): Promise<{ id: number; number: string; email: string; total: string }> => {
  const email = `buyer-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  await fillCheckout(page, email)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-/)
  const [row] = await query<{ id: number; number: string; total: number }>(
    'select id, order_number as number, total_cents::float / 100 as total from orders where email = $1',
    [email],
  )
  return { id: row?.id ?? 0, number: row?.number ?? '', email, total: (row?.total ?? 0).toFixed(2) }
}

test('an order is found by number, email, and name, and an unusual status change asks for a reason', async ({
  page,
}) => {
  const order = await paidOrder(page)
  await signIn(page, 'marisol')
  await page.goto('/admin/orders')
  for (const searchText of [order.number, order.email, 'wren okafor']) {
    await page.getByRole('searchbox', { name: 'Search orders' }).fill(searchText)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: order.number })).toBeVisible()
  }
  await page.getByRole('link', { name: order.number }).click()
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()
  const saveNumber = page.getByRole('button', { name: 'Save tracking number' })
  await page.getByLabel('Tracking number').fill('   ')
  await expect(saveNumber).toBeDisabled()
  await page.getByLabel('Tracking number').fill('9400 1000')
  await saveNumber.press('Enter')
  await expect(page.getByText('Tracking number 9400 1000')).toBeVisible()
  await expect(saveNumber).toBeDisabled()
  await expect(page.getByLabel('Tracking number')).toBeFocused()
  await expect(page.getByText('Order updated')).toBeHidden()

  const status = page.getByLabel(`Status of ${order.number}`)
  await status.selectOption({ label: 'Delivered' })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Change to Delivered' }).click()
  await expect(dialog.getByText('Please enter a reason.')).toBeVisible()
  expect(await query('select status from orders where id = $1', [order.id])).toEqual([
    { status: 'paid' },
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(status).toHaveValue('paid')
  await status.selectOption({ label: 'Delivered' })
  await dialog.getByLabel('Reason').fill('Handed over at the market')
  await dialog.getByRole('button', { name: 'Change to Delivered' }).click()
  await expect(page.getByText('Order updated')).toBeVisible()
  await expect(page.getByText('Handed over at the market')).toBeVisible()
  // This button stays next to the select after the toast is gone.
  await expect(page.getByRole('button', { name: `Back to Paid: ${order.number}` })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => query('select status from orders where id = $1', [order.id]))
    .toEqual([{ status: 'paid' }])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Receipt ${order.number}` }),
  ).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Paid through PayPal')
  await page.goBack()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: `Packing slip ${order.number}` }),
  ).toBeVisible()
  await expect(page.getByText('18 Alder Lane')).toBeVisible()
  await expect(page.getByRole('article')).not.toContainText('$')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('article')).toBeVisible()
})

test(
  'a partial refund is made once, even on a double click, and can’t exceed the amount paid',
  { tag: '@core' },
  async ({ page }) => {
    const order = await paidOrder(page)
    await signIn(page, 'marisol')
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const amount = dialog.getByLabel('Amount in dollars')
    await expect(amount).toHaveValue(order.total)
    await amount.fill('9999')
    await expect(dialog.getByRole('button', { name: 'Refund', exact: true })).toBeDisabled()
    await expect(dialog.getByText(/^(You can refund up|Up) to/)).toHaveCount(1)
    await amount.fill('$5.25')
    await dialog.getByLabel('Reason').fill('One seam was open')
    const [capture] = await query<{ id: string }>(
      `select provider_id as id from payments where order_id = $1 and kind = 'capture'`,
      [order.id],
    )
    const countRefunds = async () =>
      ((await control('GET', '/paypal/ledger')) as Ledger).refunds.filter(
        ({ capture_id }) => capture_id === capture?.id,
      ).length
    // Delay the response to leave time for a second click. Other tests have refunds of their own.
    await control('POST', '/faults', {
      provider: 'paypal',
      match: { method: 'POST', path: `/v2/payments/captures/${capture?.id}/refund` },
      fault: 'latency',
      latencyMs: 800,
      when: 'after',
      times: 1,
    })
    await dialog.getByRole('button', { name: 'Refund $5.25' }).dblclick()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('$5.25 refunded.')).toBeVisible()
    await expect(page.getByText('Total after refunds')).toBeVisible()
    await expect(page.getByText('One seam was open').first()).toBeVisible()
    expect(await countRefunds()).toBe(1)
    expect(
      await query(
        `select kind, amount_cents::float as cents, status from payments where order_id = $1 and kind = 'refund'`,
        [order.id],
      ),
    ).toEqual([{ kind: 'refund', cents: 525, status: 'completed' }])

    // Retrying with the same ID, as after a lost response, returns the same refund.
    const refund = { amount: '1.00', reason: 'A stamp', refundId: crypto.randomUUID() }
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(
        (
          await page.request.post(`/api/admin/orders/${order.id}/refund`, {
            data: refund,
            headers: { 'Sec-Fetch-Site': 'same-origin' },
          })
        ).status(),
      ).toBe(200)
    expect(await countRefunds()).toBe(2)
  },
)

test('items are refunded on the order page, which shows the amount beforehand', async ({
  page,
}) => {
  const order = await paidOrder(page)
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('button', { name: 'Refund items' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Refund', exact: true })).toBeDisabled()
  await dialog.getByRole('combobox').selectOption('1')
  const [item] = await query<{ cents: number; tax: number }>(
    `select o.subtotal_cents::float - o.discount_cents::float as cents, o.tax_cents::float as tax from orders o where o.id = $1`,
    [order.id],
  )
  const amount = `$${(((item?.cents ?? 0) + (item?.tax ?? 0)) / 100).toFixed(2)}`
  await expect(dialog.getByText(`Refund: ${amount}`)).toBeVisible()
  await dialog.getByLabel('Reason').fill('The print faded')
  await dialog.getByRole('button', { name: `Refund ${amount}` }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(`${amount} refunded.`)).toBeVisible()
  await expect(page.getByText('1 refunded', { exact: true })).toBeVisible()
  await expect(page.getByText('The print faded').first()).toBeVisible()
  expect(
    await query(
      `select amount_cents::float / 100 as amount, status from payments where order_id = $1 and kind = 'refund'`,
      [order.id],
    ),
  ).toEqual([{ amount: Number(amount.slice(1)), status: 'completed' }])
})

test('from “wrong size” to the refund, staff need the keyboard only and less than a minute', async ({
  page,
}) => {
  const order = await paidOrder(page)
  await signIn(page, 'marisol')
  await page.goto('/admin')
  const began = Date.now()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(order.email)
  await expect(palette.getByRole('option', { name: order.number })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeVisible()
  await waitUntilReady(page)
  await pressOn(page, 'button', 'Refund items', { maxPresses: 60 })
  const dialog = page.getByRole('dialog')
  await tabTo(page, 'combobox', /./, { within: dialog })
  await page.keyboard.press('1')
  await typeInto(page, 'Reason', 'Wrong size')
  await pressOn(page, 'button', /^Refund \$/)
  await expect(dialog).toBeHidden()
  await expect(page.getByText('1 refunded', { exact: true })).toBeVisible()
  expect(Date.now() - began).toBeLessThan(60_000)
  expect(
    await query(`select status from payments where order_id = $1 and kind = 'refund'`, [order.id]),
  ).toEqual([{ status: 'completed' }])
})

test('an order is canceled and refunded in one step, even on a double click', async ({ page }) => {
  const order = await paidOrder(page)
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('button', { name: 'Cancel and refund' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`$${order.total} will be refunded through PayPal.`)
  expect(await violations(page)).toEqual([])
  // Escape closes the dialog and changes nothing.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Cancel and refund' }).click()
  await dialog.getByRole('button', { name: `Cancel and refund $${order.total}` }).dblclick()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Order canceled', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel and refund' })).toBeHidden()
  expect(
    await query(
      `select o.status, p.amount_cents::float / 100 as amount, p.status as refund
         from orders o join payments p on p.order_id = o.id and p.kind = 'refund' where o.id = $1`,
      [order.id],
    ),
  ).toEqual([{ status: 'refunded', amount: Number(order.total), refund: 'completed' }])
})

test('a paid order isn’t canceled without a word about its money', async ({ page }) => {
  const order = await paidOrder(page)
  await signIn(page, 'marisol')
  await page.goto('/admin/orders')
  const status = page.getByLabel(`Status of ${order.number}`)
  await status.selectOption({ label: 'Cancelled' })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('No money is refunded')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toBeHidden()
  await expect(status).toHaveValue('paid')
  await status.selectOption({ label: 'Cancelled' })
  await dialog.getByRole('link', { name: 'Cancel and refund instead' }).click()
  await page.waitForURL(`**/admin/orders/${order.id}#payments`)
  await expect(page.getByRole('button', { name: 'Cancel and refund' })).toBeVisible()
  await status.selectOption({ label: 'Cancelled' })
  await dialog.getByRole('button', { name: 'Cancel without a refund' }).click()
  await expect(page.getByText(`${order.number} is now canceled.`)).toBeVisible()
  const left = page.getByText(
    `This order is canceled, but $${order.total} of its payment hasn’t been refunded.`,
  )
  await expect(left).toBeVisible()
  expect(await query('select status from orders where id = $1', [order.id])).toEqual([
    { status: 'cancelled' },
  ])
  await page.getByRole('button', { name: `Back to Paid: ${order.number}` }).click()
  await expect(left).toBeHidden()
})

test('staff see what tax is less at a new address, and saving it refunds that once', async ({
  page,
}) => {
  const order = await paidOrder(page)
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('City').fill('Portland')
  await dialog.getByLabel('State').selectOption('OR')
  await dialog.getByLabel('ZIP code').fill('97201')
  await dialog.getByRole('button', { name: 'Save address' }).click()
  await expect(
    dialog.getByText(/^Sales tax at the new address is (\$[\d.]+) less\. We’ll refund \1\.$/),
  ).toBeVisible()
  const stored = () =>
    query(
      'select shipping_address_city as city, total_cents::float / 100 as total from orders where id = $1',
      [order.id],
    )
  expect(await stored()).toEqual([{ city: 'Ojai', total: Number(order.total) }])
  await dialog.getByRole('button', { name: 'Save address and refund' }).dblclick()
  await expect(dialog).toBeHidden()
  expect(await stored()).toEqual([{ city: 'Portland', total: Number(order.total) }])
  expect(
    await query(
      `select p.status, p.amount_cents = o.tax_cents as "isTax" from payments p join orders o on o.id = p.order_id
        where o.id = $1 and p.kind = 'refund'`,
      [order.id],
    ),
  ).toEqual([{ status: 'completed', isTax: true }])
})

test('a new address that comes too late is refused with the reason, although its dialog closes', async ({
  page,
}) => {
  const order = await paidOrder(page)
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${order.id}`)
  await page.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Street address').fill('12 Fern Street')
  // A colleague ships it meanwhile.
  await query(`update orders set status = 'shipped' where id = $1`, [order.id])
  await dialog.getByRole('button', { name: 'Save address' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByText('Printing has begun, so this order can’t be changed here anymore.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: order.number })).toBeFocused()
})

test('an address is checked again once the order has changed, and the next one opens without its money and errors', async ({
  page,
}) => {
  const order = await paidOrder(page)
  await signIn(page, 'marisol')
  await page.goto(`/admin/orders/${order.id}`)
  const change = page.getByRole('button', { name: 'Change address' })
  const dialog = page.getByRole('dialog')
  const save = (name: string): Promise<void> =>
    dialog.getByRole('button', { name, exact: true }).click()
  const note = dialog.getByText(/^Sales tax at the new address is/)
  await change.click()
  await dialog.getByLabel('City').fill('Portland')
  await dialog.getByLabel('State').selectOption('OR')
  await dialog.getByLabel('ZIP code').fill('97201')
  await save('Save address')
  await expect(note).toContainText('We’ll refund')
  // A colleague refunds so much that the tax can't be.
  const refund = await page.request.post(`/api/admin/orders/${order.id}/refund`, {
    data: {
      amount: (Number(order.total) - 1).toFixed(2),
      reason: 'A stain',
      refundId: crypto.randomUUID(),
    },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(refund.status()).toBe(200)
  await save('Save address and refund')
  await expect(
    dialog.getByText('This order has just changed. Check it, then try again.'),
  ).toBeVisible()
  await expect(note).toBeHidden()
  await save('Save address')
  await expect(note).not.toContainText('We’ll refund')
  await save('Save address anyway')
  await expect(dialog).toBeHidden()
  expect(
    await query('select shipping_address_city as city from orders where id = $1', [order.id]),
  ).toEqual([{ city: 'Portland' }])

  await expect(page.getByText('Portland').first()).toBeVisible()
  await change.click()
  await expect(dialog.getByLabel('City')).toHaveValue('Portland')
  await expect(note).toBeHidden()
  await dialog.getByLabel('City').fill('')
  await save('Save address')
  await expect(dialog.getByLabel('City')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await change.click()
  await expect(dialog.getByLabel('City')).toHaveValue('Portland')
  await expect(dialog.getByLabel('City')).not.toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const openRefund = page.getByRole('button', { name: 'Refund', exact: true })
  await openRefund.click()
  await save('Refund $1.00')
  await expect(dialog.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await openRefund.click()
  await expect(dialog.getByLabel('Reason')).not.toHaveAttribute('aria-invalid', 'true')
})

test('orders are selected by keyboard, changed, printed, and exported together, and what could not be changed is named', async ({
  page,
}) => {
  const [one, other] = [await paidOrder(page), await paidOrder(page)]
  await signIn(page, 'marisol')
  await page.goto('/admin/orders')
  const select = async (...numbers: string[]): Promise<void> => {
    for (const number of numbers) {
      await page.getByRole('checkbox', { name: `Select ${number}` }).focus()
      await page.keyboard.press('Space')
    }
  }
  const setStatus = async (selected: string, status: string): Promise<void> => {
    await page
      .getByRole('group', { name: `${selected} selected` })
      .getByLabel('Set status')
      .selectOption({ label: status })
    await page
      .getByRole('dialog', { name: `Mark ${selected} as ${status.toLowerCase()}?` })
      .getByRole('button', { name: `Mark as ${status.toLowerCase()}` })
      .click()
  }
  const statuses = async () =>
    query<{ status: string }>('select status from orders where id in ($1, $2) order by id', [
      one.id,
      other.id,
    ])

  await select(one.number)
  await setStatus('1 order', 'Processing')
  await expect(page.getByText('1 order updated')).toBeVisible()
  await expect(page.getByRole('group', { name: /selected/ })).toBeHidden()

  await select(one.number, other.number)
  await setStatus('2 orders', 'Shipped')
  const report = page.getByRole('dialog', { name: '1 of 2 orders updated' })
  await expect(report.getByRole('listitem').filter({ hasText: one.number })).toContainText(
    'Now shipped.',
  )
  await expect(report.getByRole('listitem').filter({ hasText: other.number })).toContainText(
    /reason/i,
  )
  expect(await violations(page)).toEqual([])
  // Toasts move into the dialog, each with a button of its own: "Close toast".
  await report.getByRole('button', { name: 'Close', exact: true }).last().click()
  expect(await statuses()).toEqual([{ status: 'shipped' }, { status: 'paid' }])

  await select(one.number, other.number)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export selected' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toContain(one.number)
  expect(file).toContain(other.number)
  expect(file.match(/^"DF-/gm)).toHaveLength(2)

  await page.getByRole('link', { name: 'Packing slips' }).click()
  await expect(page.getByText('2 orders, one page each.')).toBeVisible()
  for (const { number } of [one, other])
    await expect(page.getByRole('article').filter({ hasText: number })).toBeVisible()
})

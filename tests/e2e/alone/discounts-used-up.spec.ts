import { expect } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  fillCheckout,
  payNow,
  payWith,
  query,
  test,
} from '@tests/support/browser'

test('a code that is used up before the click leaves the automatic discount, and the next click pays', async ({
  page,
}) => {
  const code = `E2E-${Math.floor(Math.random() * 1e9)}`
  const name = `For everyone ${code}`
  const address = `sol-${code.toLowerCase()}@example.com`
  await query(
    `insert into discounts (name, kind, percent, scope, is_automatic, starts_at)
     values ($1, 'percent', 10, 'all', true, now() - interval '1 day')`,
    [name],
  )
  await query(
    `with discount as (
       insert into discounts (name, kind, percent, scope, starts_at)
       values ($1, 'percent', 25, 'all', now() - interval '1 day') returning id)
     insert into discount_codes (code, discount_id, max_uses) select $1, id, 1 from discount`,
    [code],
  )
  try {
    await addToCart(page, await anyProduct())
    await page.goto(`/discount/${code.toLowerCase()}`)
    await page.goto('/checkout')
    await fillCheckout(page, address)
    const summary = page.getByRole('region', { name: 'Your order' })
    await expect(summary.getByText(`Discount (${code})`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeEnabled()
    // Someone else pays with it first.
    await query(
      `with other as (select id from orders where status = 'paid' limit 1)
       insert into orders_discounts (_order, _parent_id, id, discount_id, name, code)
       select 1, other.id, gen_random_uuid()::text, discount_codes.discount_id, code, code from other, discount_codes where code = $1`,
      [code],
    )
    await page.getByRole('button', { name: 'Pay with PayPal' }).click()
    await expect(page.getByText('This code has reached its usage limit.')).toBeVisible()
    await expect(summary.getByText(`Discount (${name})`)).toBeVisible()
    await expect(summary.getByText(`Code ${code} is applied`)).toBeHidden()
    await payWith(page, payNow)
    await page.waitForURL(/\/orders\/DF-\d+\?key=/)
    await expect(page.getByText(`Discount (${name})`)).toBeVisible()
  } finally {
    await query('update discounts set is_active = false where name = any($1)', [[name, code]])
  }
})

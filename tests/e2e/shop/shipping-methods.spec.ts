import { expect } from '@playwright/test'
import {
  addToCart,
  anyProduct,
  fillCheckout,
  payNow,
  payWith,
  query,
  saveSettings,
  test,
  violations,
} from '@tests/support/browser'

test.use({ viewport: { width: 390, height: 844 } })

test('a buyer on a phone chooses express shipping and pays the price shown', async ({ page }) => {
  // Standard costs as much as without a table, because other tests share the shop.
  await saveSettings({
    shippingSource: 'table',
    shippingRates: [{ region: 'contiguous', fromItems: 1, standard: 5.99, express: 14.99 }],
  })
  const email = `sol-${Date.now()}@example.com`
  try {
    await addToCart(page, await anyProduct())
    await page.goto('/cart')
    await expect(page.getByText(/^Your order should arrive [A-Z][a-z]{2} \d/)).toBeVisible()
    await page.goto('/checkout')
    await fillCheckout(page, email)
    const express = page.getByRole('radio', { name: /Express.*Should arrive.*\$14\.99/s })
    await expect(page.getByRole('radio', { name: /Standard/ })).toBeChecked()
    await express.check()
    const order = page.getByRole('region', { name: 'Your order' })
    await expect(order.getByText('$14.99')).toBeVisible()
    expect(await violations(page)).toEqual([])

    // Express is not available for PO boxes.
    await page.getByLabel('Street address').fill('PO Box 12')
    await expect(express).toBeHidden()
    await expect(order.getByText('$14.99')).toBeHidden()
    await page.getByLabel('Street address').fill('18 Alder Lane')
    await expect(express).toBeChecked()

    await payWith(page, payNow)
    await page.waitForURL(/\/orders\/DF-\d+\?key=/)
    await expect(page.getByText('Express shipping to')).toBeVisible()
    await expect(page.getByText(/^Your order should arrive/)).toBeVisible()
    const [stored] = await query<{ method: string; shipping: number; matches: boolean }>(
      `select shipping_method as method, shipping_cents::integer as shipping,
              total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents as matches
         from orders where email = $1`,
      [email],
    )
    expect(stored).toEqual({ method: 'express', shipping: 1499, matches: true })
  } finally {
    await saveSettings({ shippingSource: 'flat', shippingRates: [] })
  }
})

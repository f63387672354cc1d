import { expect } from '@playwright/test'
import { addToCart, anyProduct, issueCard, query, test } from '@tests/support/browser'

test('checkout has a field for gift cards only while one can be used', async ({ page }) => {
  await issueCard('5')
  await addToCart(page, await anyProduct())
  await page.goto('/checkout')
  const field = page.getByRole('button', { name: 'Use a gift card' })
  await expect(field).toBeVisible()
  const cards = await query<{ id: number }>(
    'update gift_cards set is_active = false where is_active returning id',
  )
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add a discount code' })).toBeVisible()
  await expect(field).toHaveCount(0)
  await query('update gift_cards set is_active = true where id = any($1)', [
    cards.map(({ id }) => id),
  ])
})

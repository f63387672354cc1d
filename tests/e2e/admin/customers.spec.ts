import { expect } from '@playwright/test'
import { signIn, test } from '@tests/support/browser'

test('a customer’s address is shown on separate lines', async ({ page }) => {
  await signIn(page, 'marisol')
  await page.goto('/admin/customers')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  const addresses = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Shipping addresses' }) })
  const lines = (await addresses.getByRole('listitem').first().innerText()).split('\n')
  expect(lines.length).toBeGreaterThan(2)
})

import { expect } from '@playwright/test'
import { query, signIn, test } from '@tests/support/browser'

test('a customer’s address is shown on separate lines', async ({ page }) => {
  await signIn(page, 'marisol')
  const [order] = await query<{ id: number }>(
    'select min(id) as id from orders where shipping_address_address1 is not null',
  )
  await page.goto(`/admin/customers/${order?.id}`)
  const addresses = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Shipping addresses' }) })
  const lines = (await addresses.getByRole('listitem').first().innerText()).split('\n')
  expect(lines.length).toBeGreaterThan(2)
})

import { expect, test } from '@playwright/test'
import { query, signIn } from '../../support/browser'

test('two people change one product: whoever saves second is told, loses nothing, and decides', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const [piece] = await query<{ id: number; name: string; base_price: string; description: string | null }>(`select id, name, base_price from products where is_active and sale_price is null order by id desc limit 1`)
  const other = await (await browser.newContext()).newPage()
  await signIn(page, 'marisol')
  await signIn(other, 'june')
  await Promise.all([page.goto(`/admin/products/${piece?.id}`), other.goto(`/admin/products/${piece?.id}`)])
  const price = (of: typeof page) => of.getByLabel('Base price in dollars')
  const saved = async (): Promise<number> => Number((await query<{ p: string }>('select base_price as p from products where id = $1', [piece?.id]))[0]?.p)

  await price(page).fill('41.25')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await price(other).fill('43.75')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Error updating product')).toBeVisible()
  await expect(other.getByRole('alert').filter({ hasText: 'Somebody else changed this in the meantime' }).first()).toBeVisible()
  await expect(price(other)).toHaveValue('43.75')
  expect(await saved()).toBe(41.25)

  const [theirs] = await Promise.all([other.waitForEvent('popup'), other.getByRole('link', { name: 'Look at what is saved' }).click()])
  await expect(price(theirs)).toHaveValue('41.25')
  await theirs.close()
  await other.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(other.getByText('Product updated')).toBeVisible()
  expect(await saved()).toBe(43.75)
  await query('update products set base_price = $2 where id = $1', [piece?.id, piece?.base_price])
  await other.context().close()
})

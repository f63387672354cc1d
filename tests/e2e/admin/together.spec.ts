import { expect } from '@playwright/test'
import { ownProduct, query, signIn, test } from '../../support/browser'

test('two people change one product: whoever saves second is told, loses nothing, and decides', async ({ page, browser }) => {
  test.setTimeout(120_000)
  const piece = await ownProduct()
  const other = await (await browser.newContext()).newPage()
  await signIn(page, 'marisol')
  await signIn(other, 'june')
  await Promise.all([page.goto(`/admin/products/${piece.id}`), other.goto(`/admin/products/${piece.id}`)])
  const price = (of: typeof page) => of.getByRole('textbox', { name: 'Base price in dollars' })
  const saved = async (): Promise<number> => Number((await query<{ p: string }>('select base_price as p from products where id = $1', [piece.id]))[0]?.p)

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
  await other.context().close()
})

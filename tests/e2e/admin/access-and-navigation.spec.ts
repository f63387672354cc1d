import { expect } from '@playwright/test'
import { ownProduct, query, signIn, test } from '@tests/support/browser'

test('the admin sends visitors to the sign-in page and tells customers that they need a role', async ({
  page,
}) => {
  await page.goto('/admin/orders')
  await expect(page).toHaveURL(/\/admin\/login/)
  await signIn(page, 'wren')
  await page.goto('/admin/orders')
  await expect(page.getByText(/You need the .+ role/)).toBeVisible()
})

test('a price saved in the admin appears on the product page within a second', async ({
  page,
  request,
}) => {
  const tee = await ownProduct()
  await signIn(page, 'marisol')
  expect(await (await request.get(`/products/${tee.id}`)).text()).toContain('$32.00')
  for (const price of [77, 32]) {
    await page.goto(`/admin/products/${tee.id}`)
    await page.getByLabel(/base price/i).fill(String(price))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect
      .poll(async () =>
        Number(
          (
            await query<{ p: string }>(
              'select base_price_cents / 100 as p from products where id = $1',
              [tee.id],
            )
          )[0]?.p,
        ),
      )
      .toBe(price)
    await expect
      .poll(
        async () =>
          (await (await request.get(`/products/${tee.id}`)).text()).includes(
            `$${price.toFixed(2)}`,
          ),
        { timeout: 1000, intervals: [50] },
      )
      .toBe(true)
  }
})

test('staff find an order and change its status; the timeline shows who changed it', async ({
  page,
}) => {
  const [order] = await query<{ id: number; order_number: string }>(
    `select id, order_number from orders where status = 'paid' order by id limit 1`,
  )
  await signIn(page, 'marisol')
  await page.goto('/admin/orders')
  await page
    .getByRole('searchbox')
    .or(page.getByLabel(/search orders/i))
    .first()
    .fill(order?.order_number ?? '')
  await page.keyboard.press('Enter')
  const select = page.getByLabel(new RegExp(`status of ${order?.order_number}`, 'i'))
  await select.selectOption({ label: 'Processing' })
  await expect(page.getByText('Order updated')).toBeVisible()
  await expect
    .poll(
      async () =>
        (await query<{ status: string }>('select status from orders where id = $1', [order?.id]))[0]
          ?.status,
    )
    .toBe('processing')
  await page.goto(`/admin/orders/${order?.id}`)
  await expect(
    page
      .locator('.df-timeline')
      .getByText(/Marisol/)
      .first(),
  ).toBeVisible()
})

test('URLs of Payload’s own screens redirect to the matching admin screens', async ({ page }) => {
  const [content] = await query<{ id: number; title: string }>(
    'select id, title from content where deleted_at is null order by id limit 1',
  )
  await signIn(page, 'june')
  for (const [from, to] of [
    ['products', '/admin/products'],
    ['products/1', '/admin/products/1'],
    ['products/create', '/admin/products/new'],
    ['users/1', '/admin/users'],
    ['media', '/admin/media'],
    ['contact-messages/1', '/admin/messages'],
    [`content/${content?.id}/versions`, `/admin/content/${content?.id}/versions`],
  ]) {
    await page.goto(`/admin/collections/${from}`)
    await expect(page, from).toHaveURL(`${process.env.SHOP_URL}${to}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto(`/admin/collections/content/${content?.id}`)
  await expect(
    page
      .getByRole('dialog')
      .getByLabel('Title', { exact: true })
      .or(page.getByRole('textbox', { name: 'Title' })),
  ).toHaveValue(content?.title ?? '')
})

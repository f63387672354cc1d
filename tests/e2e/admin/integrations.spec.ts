import { expect, type Page } from '@playwright/test'
import {
  addToCart,
  control,
  fillCheckout,
  gate,
  ownProduct,
  payNow,
  payWith,
  query,
  signIn,
  test,
  waitUntilIdle,
} from '@tests/support/browser'

type Ledger = { orders: { id: number; external_id?: string; externalId?: string }[] }

/** Signs in to a sandbox service and grants access. */
const connect = async (page: Page, service: string): Promise<void> => {
  await page.goto(`/admin/${service}-import`)
  await page.getByRole('link', { name: /^Sign in (to|again)/ }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/connected=1/)
  await expect(page.getByRole('main').getByText('Connected.', { exact: true })).toBeVisible()
}

test('Etsy is connected, previewed without changes, and imported as inactive products', async ({
  page,
}) => {
  const etsyProducts = () =>
    query<{ is_active: boolean }>(
      'select is_active from products where etsy_listing_id is not null',
    )
  const before = await etsyProducts()
  await signIn(page, 'marisol')
  await connect(page, 'etsy')
  await expect(page.getByRole('button', { name: 'Import all products', exact: true })).toBeEnabled()
  await page.getByLabel('How many').fill('4')
  await page.getByRole('button', { name: 'Preview: Import all products' }).click()
  await expect(page.getByText('Preview only. Nothing is saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import all products', exact: true })).toBeEnabled({
    timeout: 30_000,
  })
  expect(await etsyProducts()).toEqual(before)
  await page.getByRole('button', { name: 'Import all products', exact: true }).click()
  await expect(page.getByText('Import Successful')).toBeVisible({ timeout: 60_000 })
  const imported = await etsyProducts()
  expect(imported.length).toBeGreaterThan(0)
  expect(imported.filter(({ is_active: isActive }) => isActive)).toEqual([])
})

test('an editor stops an Instagram import midway, and posts imported so far stay as drafts', async ({
  page,
}) => {
  await signIn(page, 'edie')
  await connect(page, 'instagram')
  await page
    .getByRole('button', { name: /^Import/ })
    .last()
    .click()
  await expect
    .poll(
      async () => (await query('select 1 from content where source = $1', ['instagram'])).length,
      { timeout: 60_000 },
    )
    .toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped. Completed changes are saved.')).toBeVisible({
    timeout: 30_000,
  })
  const importedContent = await query<{ status: string }>(
    'select status::text from content where source = $1',
    ['instagram'],
  )
  expect(new Set(importedContent.map(({ status }) => status))).toEqual(new Set(['draft']))
  await page.goto('/admin/etsy-import')
  await expect(page.getByText('You need the Admin role to see this page.')).toBeVisible()
})

test('the weekly email lists what its draft would have, which may go back further than a week', async ({
  page,
}) => {
  await signIn(page, 'marisol')
  await page.route('**/api/admin/mailchimp/digest', async (route) => {
    const response = await route.fetch()
    const preview = (await response.json()) as { articles: { title: string }[] }
    const articles = [...preview.articles, { title: 'Since the early draft' }]
    await route.fulfill({ response, json: { ...preview, articles } })
  })
  await page.goto('/admin/newsletter?tab=weekly')
  await expect(page.getByText('Since the early draft')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Preview newsletter' })).toBeEnabled()
})

test('subscribers are synced with Mailchimp, and a report lists the results', async ({ page }) => {
  await signIn(page, 'marisol')
  await page.goto('/admin/mailchimp')
  const sync = page.getByRole('button', { name: 'Sync subscribers' })
  await expect(sync).toBeEnabled()
  await sync.press('Enter')
  await expect(page.getByText('Sync Successful')).toBeVisible({ timeout: 45_000 })
  // The buttons were disabled meanwhile.
  await expect(sync).toBeFocused()
  const testConnection = page.getByRole('button', { name: 'Test connection' })
  await Promise.all([page.waitForResponse(/\/mailchimp\/test/), testConnection.press('Enter')])
  await expect(testConnection).toBeFocused()
  await expect(page.getByText('Subscribed in Mailchimp. Added to our list.').first()).toBeVisible()
  await expect
    .poll(
      async () => (await query('select 1 from subscribers where source = $1', ['import'])).length,
    )
    .toBeGreaterThan(40)
})

test('the error of an earlier call leaves the screen once the connection test succeeds', async ({
  page,
}) => {
  await query(`
    insert into connections (provider, connected_as, last_error, last_error_at)
    values ('mailchimp', 'Dayfern', 'Couldn’t reach Mailchimp.', now())
    on conflict (provider) do update
    set connected_as = excluded.connected_as, last_error = excluded.last_error, last_error_at = now()`)
  await signIn(page, 'marisol')
  await page.goto('/admin/mailchimp')
  const main = page.getByRole('main')
  await expect(main.getByText('Connected to Dayfern.')).toBeVisible()
  await expect(main.getByText('Couldn’t reach Mailchimp.')).toHaveCount(0)
  await expect(main.getByText('Needs attention')).toHaveCount(0)
})

test('a Printful sync asks for confirmation first and links to a preview', async ({ page }) => {
  await signIn(page, 'marisol')
  await page.goto('/admin/products')
  await page.getByRole('button', { name: 'Sync from Printful' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('New products go on sale right away.')
  await expect(dialog.getByRole('link', { name: 'preview the sync' })).toHaveAttribute(
    'href',
    '/admin/printful-sync',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sync from Printful' })).toBeEnabled()
})

test('a report filtered by result ignores the late response to an earlier filter', async ({
  page,
}) => {
  await query(
    `with run as (
       insert into sync_runs (provider, kind, status, is_preview, total, done, failed, finished_at)
       values ('printful', 'printful-push', 'done', true, 2, 2, 1, now()) returning id
     )
     insert into sync_rows (run_id, key, label, result)
     select id, key, label, result::enum_sync_rows_result
     from run, (values ('1', 'Alder Mug', 'failed'), ('2', 'Alder Cap', 'created')) as rows (key, label, result)`,
  )
  await signIn(page, 'marisol')
  await page.goto('/admin/printful-sync')
  const [mug, cap] = ['Alder Mug', 'Alder Cap'].map((name) =>
    page.getByRole('listitem').filter({ hasText: name }),
  )
  await expect(mug!).toBeVisible()
  const { open: letGo, opened: held } = gate()
  await page.route(/\/rows\?.*result=failed/, async (route) => {
    await held
    await route.continue()
  })
  const filters = page.getByRole('group', { name: 'Show' })
  const first = page.waitForRequest(/result=failed/)
  await filters.getByRole('button', { name: 'Would fail 1' }).click()
  await first
  await filters.getByRole('button', { name: 'Would be new 1' }).click()
  await expect(mug!).toBeHidden()
  await expect(cap!).toBeVisible()
  const late = page.waitForResponse(/result=failed/)
  letGo()
  await (await late).finished()
  await waitUntilIdle(page)
  await expect(cap!).toBeVisible()
  await expect(mug!).toBeHidden()
})

test('a paid order is submitted to Printful once, even when the button is double-clicked', async ({
  page,
}) => {
  // Use a product that Printful prints, with its variants linked to a Printful variant.
  const { products } = (await control('GET', '/printful/ledger')) as { products: { id: number }[] }
  const printfulProduct = (await (
    await fetch(`${process.env.SANDBOX_PRINTFUL}/store/products/${products[0]?.id}`, {
      headers: { Authorization: 'Bearer sandbox-printful-token' },
    })
  ).json()) as { result: { sync_variants: { id: number }[] } }
  const printfulVariant = printfulProduct.result.sync_variants[0]
  const { id: product } = await ownProduct()
  await query('update products_variants set printful_variant_id = $2 where _parent_id = $1', [
    product,
    String(printfulVariant?.id),
  ])
  const email = `printed-${Date.now()}@example.com`
  await addToCart(page, product)
  await page.goto('/checkout')
  await fillCheckout(page, email)
  await payWith(page, payNow)
  await page.waitForURL(/\/orders\/DF-/)
  const [order] = await query<{ id: number; uuid: string; number: string }>(
    'select id, uuid, order_number as number from orders where email = $1',
    [email],
  )
  await signIn(page, 'marisol')
  // Submit from the list, where the order is under Paid and has no Printful order yet.
  await page.goto(`/admin/orders?search=${email}`)
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Shipped/ })
    .click()
  await expect(page.getByText('No orders match')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Paid/ })
    .click()
  const row = page.getByRole('row').filter({ hasText: order?.number ?? 'none' })
  await row.getByRole('button', { name: `Submit to print provider: ${order?.number}` }).dblclick()
  await expect(page.getByText('Order submitted to Printful')).toBeVisible({ timeout: 30_000 })
  // The order goes into production, so it leaves this tab.
  await expect(row).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^All/ }).click()
  await expect(row).toBeVisible()
  await expect(row.getByRole('button', { name: /^Submit/ })).toHaveCount(0)
  await expect
    .poll(
      async () =>
        (
          await query('select printful_order_id is not null as sent from orders where id = $1', [
            order?.id,
          ])
        )[0],
    )
    .toEqual({ sent: true })
  const { orders } = (await control('GET', '/printful/ledger')) as Ledger
  expect(
    orders.filter((one) =>
      (one.external_id ?? one.externalId ?? '').startsWith(
        (order?.uuid ?? '-').replaceAll('-', '').slice(0, 20),
      ),
    ),
  ).toHaveLength(1)
})

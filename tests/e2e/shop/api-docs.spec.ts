import { expect } from '@playwright/test'
import { test } from '@tests/support/browser'

const maxBytes = 300_000
type Document = {
  paths: Record<string, Record<string, { operationId: string }>>
  components: { schemas: Record<string, unknown> }
}

const idsIn = (html: string): string[] =>
  [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? '')

test('each page of the API reference is at most 300 kB, and the pages cover every operation and schema', async ({
  request,
}) => {
  test.setTimeout(180_000)
  const read = async (path: string): Promise<string> => {
    const response = await request.get(path)
    expect([path, response.status()]).toEqual([path, 200])
    const html = await response.text()
    expect([path, Buffer.byteLength(html) <= maxBytes]).toEqual([path, true])
    return html
  }
  const document = (await (await request.get('/api/openapi.json')).json()) as Document
  const operations = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  const schemas = Object.keys(document.components.schemas).map((name) => `shape-${name}`)

  const index = await read('/api/docs')
  const links = [...index.matchAll(/href="(\/api\/docs\/[a-z0-9-]+)/g)].map(
    ([, path]) => path ?? '',
  )
  const pageIds: string[] = []
  for (const path of new Set(links)) pageIds.push(...idsIn(await read(path)))
  expect([...operations, ...schemas].filter((id) => !pageIds.includes(id))).toEqual([])
  // The reference used to be one page, so the index keeps every anchor for old links.
  const indexIds = idsIn(index)
  expect([...operations, ...schemas, 'shapes'].filter((id) => !indexIds.includes(id))).toEqual([])
})

test('an operation in the index links to its expanded description', async ({ page }) => {
  await page.goto('/api/docs#listProductsForSale')
  const row = page.locator('#listProductsForSale')
  await expect(row).toBeInViewport()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/api\/docs\/products#listProductsForSale$/)
  await expect(
    page.locator('#listProductsForSale').getByText('Example', { exact: true }),
  ).toBeVisible()
})

test('an unknown page of the API reference returns 404', async ({ request }) => {
  expect((await request.get('/api/docs/nothing-here')).status()).toBe(404)
  expect((await request.get('/api/docs/orders/1')).status()).toBe(404)
})

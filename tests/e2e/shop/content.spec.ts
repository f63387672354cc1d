import { expect } from '@playwright/test'
import { holdScripts, test } from '@tests/support/browser'

test('a visitor opens a reflection from the home page, copies its link, and goes back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('link', { name: 'All reflections' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reflections' })).toBeVisible()
  await page.getByRole('link', { name: 'Read the personal reflections' }).click()
  await expect(page).toHaveURL(/\/reflections$/)
  await page.getByRole('link', { name: 'What the fireweed knows' }).click()

  await expect(
    page.getByRole('heading', { level: 1, name: 'What the fireweed knows' }),
  ).toBeVisible()
  await expect(page.getByText(/^\d+ min read$/).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ready is not a requirement' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Topics' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())

  await page.getByRole('link', { name: 'All reflections' }).click()
  await expect(page).toHaveURL(/\/reflections$/)
  for (const path of ['/reflections/what-the-fireweed-knows', '/reflections', '/blog', '/']) {
    await page.goBack()
    await expect(page).toHaveURL(`${process.env.SHOP_URL}${path}`)
  }
  await expect(page.getByRole('heading', { level: 1, name: 'One Day at a Time' })).toBeVisible()
})

test('a link that is copied before the scripts have loaded is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const allowScripts = await holdScripts(page)
  await page.goto('/reflections/what-the-fireweed-knows', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Copy link' }).click()
  allowScripts()
  await expect(page.getByText('Link copied')).toBeVisible()
})

test('the home page shows the date in the visitor’s time zone', async ({ page }) => {
  await page.clock.setFixedTime('2026-03-05T03:30:00Z')
  await page.goto('/')
  await expect(page.getByText('Today is Wednesday, March\u00a04. One day is enough.')).toBeVisible()
})

test('a reflection at /blog has its canonical URL under /reflections, and other content is only at /blog', async ({
  page,
  request,
}) => {
  await page.goto('/blog/what-the-fireweed-knows')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    /\/reflections\/what-the-fireweed-knows$/,
  )
  await expect(page.getByText(/^[\d,]+ views?$/)).toBeVisible()
  expect((await request.get('/reflections/what-happens-before-it-ships')).status()).toBe(404)
})

test('changing the sort order of the blog takes effect immediately', async ({ page }) => {
  await page.goto('/blog')
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#sort') ?? {}).some((key) => key.startsWith('__react')),
  )
  await expect(page.getByRole('button', { name: 'Apply filters' })).toHaveCount(0)
  await page.getByLabel('Sort by').selectOption('oldest')
  await expect(page).toHaveURL(/[?&]sort=oldest/)
})

test('blog search and content types work without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${process.env.SHOP_URL}/blog`)
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('fireweed')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page.getByRole('link', { name: 'What the fireweed knows' })).toBeVisible()
  await page.getByRole('link', { name: 'Meditation', exact: true }).click()
  await expect(page).toHaveURL(/search=fireweed&type=meditation/)
  await expect(page.getByText('Nothing found matching your criteria.')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/blog$/)
  for (const odd of ['50%25', '%25', 'a%2Fb', '..', '%00', '%23fern', '_'])
    expect((await page.goto(`${process.env.SHOP_URL}/blog?search=${odd}`))?.status(), odd).toBe(200)
  await context.close()
})

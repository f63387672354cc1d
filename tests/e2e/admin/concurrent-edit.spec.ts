import { expect, type Page } from '@playwright/test'
import { mailsTo, ownContent, ownProduct, query, signIn, test } from '@tests/support/browser'

/** Creates something through the admin API as the user who is signed in on `page`. */
const create = async (page: Page, path: string, data: object): Promise<{ id: number }> => {
  const response = await page.request.post(path, {
    data,
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(response.status()).toBe(201)
  return (await response.json()) as { id: number }
}

test('a product saved by someone else meanwhile shows a conflict, and overwriting saves only changed fields', async ({
  page,
  browser,
}) => {
  const product = await ownProduct()
  const other = await (await browser.newContext()).newPage()
  await signIn(page, 'marisol')
  await signIn(other, 'june')
  await Promise.all([
    page.goto(`/admin/products/${product.id}`),
    other.goto(`/admin/products/${product.id}`),
  ])
  const price = (of: typeof page) => of.getByRole('textbox', { name: 'Base price in dollars' })
  const storedPrice = async (): Promise<number> =>
    Number(
      (
        await query<{ p: string }>(
          'select base_price_cents / 100 as p from products where id = $1',
          [product.id],
        )
      )[0]?.p,
    )

  await price(page).fill('41.25')
  await page.getByLabel('Active: shown in the shop').uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await price(other).fill('43.75')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Error updating product')).toBeVisible()
  await expect(
    other
      .getByRole('alert')
      .filter({ hasText: 'Someone else changed this, so nothing was saved.' })
      .first(),
  ).toBeVisible()
  await expect(price(other)).toHaveValue('43.75')
  expect(await storedPrice()).toBe(41.25)

  const [savedTab] = await Promise.all([
    other.waitForEvent('popup'),
    other.getByRole('link', { name: 'View saved version' }).click(),
  ])
  await expect(price(savedTab)).toHaveValue('41.25')
  await savedTab.close()
  await other.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(other.getByText('Product updated')).toBeVisible()
  expect(await storedPrice()).toBe(43.75)
  // Only the changed field overwrites the saved version, so the product stays inactive.
  expect(await query('select is_active from products where id = $1', [product.id])).toEqual([
    { is_active: false },
  ])
  await expect(other.getByLabel('Active: shown in the shop')).not.toBeChecked()
  await other.context().close()
})

test('content saved by someone else meanwhile shows a conflict, and overwriting saves only changed fields', async ({
  page,
  browser,
}) => {
  const content = await ownContent()
  const other = await (await browser.newContext()).newPage()
  await signIn(page, 'edie')
  await signIn(other, 'june')
  const title = (of: typeof page) => of.getByRole('textbox', { name: /^Title/ })
  const excerpt = (of: typeof page) => of.getByRole('textbox', { name: /^Excerpt/ })
  const save = (of: typeof page) => of.getByRole('button', { name: 'Save', exact: true }).click()
  const conflictMessage = other.getByText(
    'Someone else saved changes after you opened this. Your changes are still here but not saved.',
  )
  const stored = async () =>
    (
      await query<{ title: string; excerpt: string }>(
        'select title, excerpt from content where id = $1',
        [content.id],
      )
    )[0]
  await Promise.all([
    page.goto(`/admin/content/${content.id}`),
    other.goto(`/admin/content/${content.id}`),
  ])
  await expect(excerpt(page)).toHaveValue('Few words.')
  await expect(excerpt(other)).toHaveValue('Few words.')

  await title(page).fill(`${content.title}, again`)
  await save(page)
  await expect.poll(async () => (await stored())?.title).toBe(`${content.title}, again`)
  await excerpt(other).fill('More words.')
  await save(other)
  await expect(conflictMessage).toBeVisible()
  await expect(excerpt(other)).toHaveValue('More words.')
  expect(await stored()).toEqual({ title: `${content.title}, again`, excerpt: 'Few words.' })

  // Only the changed field overwrites the saved version, so the other title stays.
  await other.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect.poll(stored).toEqual({ title: `${content.title}, again`, excerpt: 'More words.' })
  await expect(conflictMessage).toBeHidden()
  await expect(title(other)).toHaveValue(`${content.title}, again`)

  await expect(other.getByText('Content updated')).toBeVisible()
  await excerpt(page).fill('Words of a third kind.')
  await save(page)
  await expect(page.getByText('Someone else saved changes after you opened this.')).toBeVisible()
  expect((await stored())?.excerpt).toBe('More words.')
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect.poll(async () => (await stored())?.excerpt).toBe('Words of a third kind.')
  await title(other).fill('A title that is kept')
  await other.keyboard.press('Control+s')
  await expect(conflictMessage).toBeVisible()
  await expect(other.getByRole('button', { name: 'Save', exact: true })).toBeEnabled()

  // The draft is stored at once, although the page is reloaded right after the rejection.
  other.on('dialog', (dialog) => void dialog.accept())
  await other.reload()
  await expect(excerpt(other)).toHaveValue('Words of a third kind.')
  await other.getByRole('button', { name: 'Restore' }).click()
  await expect(title(other)).toHaveValue('A title that is kept')
  await save(other)
  await expect.poll(async () => (await stored())?.title).toBe('A title that is kept')
  await expect(conflictMessage).toBeHidden()

  // Content deleted while open shows a link to the trash and keeps the input.
  await query('update content set deleted_at = now() where id = $1', [content.id])
  await excerpt(other).fill('Words for the trash')
  await save(other)
  await expect(other.getByText('Someone deleted this while you were editing.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Restore it from the trash' })).toHaveAttribute(
    'href',
    '/admin/content?show=trash',
  )
  await expect(excerpt(other)).toHaveValue('Words for the trash')
  await other.context().close()
})

test('page text saved by someone else meanwhile shows a conflict and is overwritten only on request', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage()
  await signIn(page, 'marisol')
  await signIn(other, 'june')
  const [pageText] = await query<{ id: number; seo_description: string }>(
    "select id, seo_description from pages where slug = 'size-guide'",
  )
  const description = (of: typeof page) => of.getByRole('textbox', { name: 'SEO description' })
  const stored = async () =>
    (
      await query<{ seo_description: string }>('select seo_description from pages where id = $1', [
        pageText!.id,
      ])
    )[0]?.seo_description
  await Promise.all([
    page.goto(`/admin/pages/${pageText!.id}`),
    other.goto(`/admin/pages/${pageText!.id}`),
  ])
  await expect(description(page)).toHaveValue(pageText!.seo_description)
  await expect(description(other)).toHaveValue(pageText!.seo_description)

  await description(page).fill('How our shirts are measured.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(stored).toBe('How our shirts are measured.')
  await description(other).press('ControlOrMeta+End')
  await description(other).pressSequentially(' And more.', { delay: 60 })
  await expect(other.getByText('Someone else saved changes after you opened this.')).toBeVisible()
  await expect(other.getByText('Document modified')).toBeHidden()
  await other.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect.poll(stored).toBe(`${pageText!.seo_description} And more.`)
  await expect(other.getByText('Someone else saved changes after you opened this.')).toBeHidden()
  await description(other).fill(pageText!.seo_description)
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(stored).toBe(pageText!.seo_description)
  await other.context().close()
})

test('a discount saved by someone else meanwhile keeps what was typed, and overwriting saves only changed fields', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage()
  await signIn(page, 'marisol')
  await signIn(other, 'june')
  const name = `Fern days ${Date.now()}`
  const { id } = await create(page, '/api/admin/discounts', { name, kind: 'percent', percent: 10 })
  const stored = async () =>
    (
      await query<{ name: string; percent: number; uses: number | null }>(
        'select name, percent::float as percent, max_uses::integer as uses from discounts where id = $1',
        [id],
      )
    )[0]
  const percent = (of: Page) => of.getByLabel('Percent', { exact: true })
  const save = (of: Page) => of.getByRole('button', { name: 'Save changes' }).click()
  await Promise.all([page.goto(`/admin/discounts/${id}`), other.goto(`/admin/discounts/${id}`)])
  // Twice, because the second save is based on the first one.
  for (const value of ['15', '20']) {
    await percent(page).fill(value)
    await save(page)
    await expect.poll(async () => (await stored())?.percent).toBe(Number(value))
  }

  await other.getByLabel('Name').fill(`${name}, mine`)
  await other.getByLabel(/^Total uses/).fill('1,000')
  await save(other)
  const refusal = other.getByRole('alert').filter({ hasText: 'Someone else changed this' })
  await expect(refusal).toBeVisible()
  const [savedTab] = await Promise.all([
    other.waitForEvent('popup'),
    other.getByRole('link', { name: 'View saved version' }).click(),
  ])
  await expect(percent(savedTab)).toHaveValue('20')
  await savedTab.close()
  await expect(other.getByLabel('Name')).toHaveValue(`${name}, mine`)
  expect(await stored()).toEqual({ name, percent: 20, uses: null })

  await other.getByRole('link', { name: 'All discounts' }).click()
  await expect(other.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await other.getByRole('button', { name: 'Overwrite with mine' }).press('Enter')
  await expect.poll(stored).toEqual({ name: `${name}, mine`, percent: 20, uses: 1000 })
  await expect(refusal).toBeHidden()
  await expect(other.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(other.getByLabel(/^Total uses/)).toHaveValue('1000')
  await expect(percent(other)).toHaveValue('20')
  await other.getByRole('link', { name: 'All discounts' }).click()
  await expect(other).toHaveURL(/\/admin\/discounts$/)
  await query('update discounts set is_active = false where id = $1', [id])
  await other.context().close()
})

test('a draft order saved by someone else meanwhile is neither overwritten nor sent by asking for its payment link again', async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage()
  await signIn(page, 'marisol')
  await signIn(other, 'june')
  const tee = await ownProduct()
  const email = `linden-${Date.now()}@example.com`
  const { id } = await create(page, '/api/admin/draft-orders', {
    email,
    shippingAddress: {
      firstName: 'Linden',
      lastName: 'Marsh',
      address1: '18 Alder Lane',
      city: 'Ojai',
      stateCode: 'CA',
      zip: '93023',
    },
    items: [{ productId: tee.id, size: 'M', color: 'Pine', quantity: 1 }],
    shippingMethod: 'standard',
  })
  const note = (of: Page) => of.getByRole('textbox', { name: /^Note/ })
  const storedNote = async () =>
    (await query<{ note: string }>('select note from draft_orders where id = $1', [id]))[0]?.note
  const isSave = (status: number) => (response: { url: () => string; status: () => number }) =>
    response.url().endsWith(`/api/admin/draft-orders/${id}`) && response.status() === status
  await Promise.all([
    page.goto(`/admin/draft-orders/${id}`),
    other.goto(`/admin/draft-orders/${id}`),
  ])
  await note(page).fill('She called about the size.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(storedNote).toBe('She called about the size.')

  await note(other).fill('Mine')
  const sendLink = other.getByRole('button', { name: 'Send payment link' })
  for (const _click of ['first', 'second']) {
    await Promise.all([other.waitForResponse(isSave(409)), sendLink.click()])
    await expect(other.getByText('Your changes are still here.')).toBeVisible()
    await expect(sendLink).toBeEnabled()
  }
  expect(await storedNote()).toBe('She called about the size.')
  expect(await query('select 1 from orders where email = $1', [email])).toEqual([])
  expect(await mailsTo(email)).toEqual([])

  await Promise.all([
    other.waitForResponse(isSave(200)),
    other.getByRole('button', { name: 'Save draft' }).click(),
  ])
  expect(await storedNote()).toBe('Mine')
  await expect(other.getByText('Your changes are still here.')).toBeHidden()
  await other.context().close()
})

import { expect, type Locator, type Page } from '@playwright/test'
import { gate, ownContent, ownProduct, query, signIn, test } from '@tests/support/browser'

type Image = { id: number; alt: string; name: string }

/** Images of the library whose alt texts only they have. */
const images = (count: number): Promise<Image[]> =>
  query<Image>(
    `select min(id) as id, alt, min(original_name) as name from media
      where mime_type like 'image/%' and alt <> '' and deleted_at is null group by alt having count(*) = 1 order by 1 limit $1`,
    [count],
  )

const paragraph = { type: 'paragraph', version: 1, format: '', indent: 0, children: [] }
const galleryOf = (pictures: readonly { id: number }[]) => ({
  type: 'block',
  version: 2,
  format: '',
  fields: {
    id: 'photos',
    blockName: '',
    blockType: 'gallery',
    images: pictures.map(({ id }) => ({ id: `image-${id}`, image: id })),
  },
})

/** Gives an article a text of these nodes, past the editor. */
const writeBody = (id: number, children: readonly object[]) =>
  query('update content set body = $2 where id = $1', [
    id,
    JSON.stringify({
      root: { type: 'root', version: 1, direction: 'ltr', format: '', indent: 0, children },
    }),
  ])

const savedBlocks = async (id: number) =>
  (
    await query<{ fields: Record<string, unknown> }>(
      `select jsonb_path_query(body, '$.root.children[*] ? (@.type == "block").fields') as fields from content where id = $1`,
      [id],
    )
  ).map(({ fields }) => fields)

const editorOf = (page: Page): Locator => page.locator('.ContentEditable__root')

/** Adds a block at the end of the text. */
const addBlock = async (page: Page, command: string, label: string): Promise<Locator> => {
  const editor = editorOf(page)
  const blocks = editor.locator('[data-lexical-decorator]')
  const count = await blocks.count()
  await editor.locator('> p').last().click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type(`/${command}`)
  await page.locator('.slash-menu-popup').getByText(label, { exact: true }).click()
  await expect(blocks).toHaveCount(count + 1)
  return blocks.last()
}

/** Waits for what is queued in the page, whose clock may stand still. */
const waitUntilRendered = async (page: Page): Promise<void> => {
  for (let task = 0; task < 20; task += 1)
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(null)
        }),
    )
}

const chooseImage = async (page: Page, { alt, name }: Image): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox').fill(name)
  await dialog.getByRole('button', { name: alt, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

const save = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Content updated').first()).toBeVisible()
}

test('a button, a table, and a quote with its source are added to an article and shown on its page', async ({
  page,
}) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)

  const button = await addBlock(page, 'button', 'Button')
  await button.getByRole('textbox', { name: 'Label', exact: true }).fill('See the mugs')
  await button.getByRole('textbox', { name: 'URL', exact: true }).fill('javascript:alert(1)')
  await page.keyboard.press('Control+s')
  // The server may know that a field is wrong before Save does.
  await expect(
    page.getByText(/^Fix the highlighted fields( in the text)?\.$/).first(),
  ).toBeVisible()
  await expect(button.getByText('Enter a URL that starts with https://')).toBeVisible()
  expect(await savedBlocks(content.id)).toEqual([])
  await button.getByRole('textbox', { name: 'URL', exact: true }).fill('/products?garment=mug')

  const table = await addBlock(page, 'table', 'Table')
  await table.getByRole('textbox', { name: 'Caption', exact: true }).fill('A quiet day')
  await table.getByRole('textbox', { name: 'Rows', exact: true }).fill('Hour | What\n7 | Tea')
  await expect(table.getByRole('checkbox', { name: 'The first row is a header' })).toBeChecked()
  const quote = await addBlock(page, 'quote', 'Quote with source')
  await quote.getByRole('textbox', { name: 'Quote', exact: true }).fill('Slow is smooth.')
  await quote.getByRole('textbox', { name: 'Source', exact: true }).fill('A fern')
  await save(page)

  await page.goto(`/blog/${content.slug}`)
  await expect(page.getByRole('link', { name: 'See the mugs' })).toHaveAttribute(
    'href',
    '/products?garment=mug',
  )
  const shown = page.getByRole('region', { name: 'A quiet day' })
  await expect(shown.getByRole('columnheader')).toHaveText(['Hour', 'What'])
  await expect(shown.getByRole('cell')).toHaveText(['7', 'Tea'])
  await expect(page.locator('figure', { hasText: 'Slow is smooth.' })).toContainText('A fern')
})

test('Save leads to the first field of a block that was rejected, however far from the text it is', async ({
  page,
}) => {
  const content = await ownContent()
  await writeBody(
    content.id,
    Array.from({ length: 40 }, () => paragraph),
  )
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const button = await addBlock(page, 'button', 'Button')
  await button.getByRole('textbox', { name: 'Label', exact: true }).fill('See the mugs')
  await editorOf(page).locator('> p').first().click()
  await page.keyboard.press('Control+s')
  const url = button.getByRole('textbox', { name: 'URL', exact: true })
  await expect(url).toBeFocused()
  await expect(url).toBeInViewport()
})

test('an article whose field was rejected is sent again only when someone saves it', async ({
  page,
}) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const button = await addBlock(page, 'button', 'Button')
  await button.getByRole('textbox', { name: 'Label', exact: true }).fill('See the mugs')
  const url = button.getByRole('textbox', { name: 'URL', exact: true })
  let saves = 0
  const [asked, rejected, corrected] = [gate(), gate(), gate()]
  // The response to an earlier change arrives right after the rejection, and has no errors.
  await page.route('**/admin/content/**', async (route) => {
    if (!route.request().postData()?.includes('javascript:')) return route.continue()
    const response = await route.fetch()
    asked.open()
    await rejected.opened
    await route.fulfill({ response })
  })
  await page.route('**/cms/api/content/**', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    saves += 1
    const response = await route.fetch()
    await asked.opened
    rejected.open()
    await route.fulfill({ response })
  })
  await page.route('**/cms/api/users/me?depth=0', async (route) => {
    await corrected.opened
    await route.continue()
  })
  await url.fill('javascript:alert(1)')
  await page.keyboard.press('Control+s')
  await expect(button.getByText('Enter a URL that starts with https://')).toBeVisible()
  await url.fill('/products?garment=mug')
  const checked = page.waitForResponse(
    (response) =>
      response.url().includes('/cms/api/content/') && response.request().method() === 'GET',
  )
  corrected.open()
  await checked
  await waitUntilRendered(page)
  expect(saves).toBe(1)
  await save(page)
  expect(await savedBlocks(content.id)).toMatchObject([{ url: '/products?garment=mug' }])
})

test(
  'a product chosen in a block right before saving is saved and shown on the page',
  { tag: '@core' },
  async ({ page }) => {
    const [content, tee] = [await ownContent(), await ownProduct()]
    await signIn(page, 'edie')
    await page.goto(`/admin/content/${content.id}`)
    const block = await addBlock(page, 'product', 'Product')
    const product = block.getByRole('combobox', { name: 'Product' })
    await product.click()
    await product.pressSequentially(tee.name)
    await page.locator('.rs__option', { hasText: tee.name }).click()
    await save(page)
    expect(await savedBlocks(content.id)).toMatchObject([{ blockType: 'product', product: tee.id }])

    await page.reload()
    await expect(block.getByText(tee.name)).toBeVisible()
    await page.goto(`/blog/${content.slug}`)
    const card = page.getByRole('complementary', { name: 'From the shop' })
    await expect(card.getByRole('link', { name: tee.name })).toHaveAttribute(
      'href',
      `/products/${tee.id}`,
    )
    await expect(card).toContainText('$32.00')
  },
)

test('the images of a gallery are chosen right before saving and shown on the page', async ({
  page,
}) => {
  const [content, [one, two]] = [await ownContent(), await images(2)]
  if (!one || !two) throw new Error('The library has no images')
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const block = await addBlock(page, 'gallery', 'Gallery')
  const fields = block.getByRole('group', { name: 'Image', exact: true })
  for (const [index, image] of [one, two].entries()) {
    await block.getByRole('button', { name: 'Add Image' }).click()
    await fields.nth(index).getByRole('button', { name: 'Choose image' }).click()
    await chooseImage(page, image)
  }
  await save(page)
  expect(await savedBlocks(content.id)).toMatchObject([
    { blockType: 'gallery', images: [{ image: one.id }, { image: two.id }] },
  ])
  await page.goto(`/blog/${content.slug}`)
  const photos = page.getByRole('group', { name: 'Photos' }).getByRole('img')
  await expect(photos).toHaveCount(2)
  await expect(photos.first()).toHaveAttribute('alt', one.alt)
})

test('a row that is added to a gallery while the server answers about the one before gets its fields', async ({
  page,
}) => {
  const [content, [one]] = [await ownContent(), await images(1)]
  if (!one) throw new Error('The library has no images')
  await signIn(page, 'edie')
  await page.clock.install()
  await page.goto(`/admin/content/${content.id}`)
  const block = await addBlock(page, 'gallery', 'Gallery')
  const fields = block.getByRole('group', { name: 'Image', exact: true })
  const addRow = block.getByRole('button', { name: 'Add Image' })
  await addRow.click()
  await fields.first().getByRole('button', { name: 'Choose image' }).click()
  await chooseImage(page, one)
  await expect(fields.first().getByRole('button', { name: 'Change image' })).toBeVisible()

  // The form waits for a pause before it asks the server; meanwhile, an earlier answer arrives.
  const { open: release, opened: released } = gate()
  const arrived = new Promise<void>((resolve) => {
    void page.route('**/admin/content/**', async (route) => {
      if (!route.request().postData()?.includes('lexical_blocks.gallery.fields'))
        return route.continue()
      const response = await route.fetch()
      resolve()
      await released
      await route.fulfill({ response })
    })
  })
  await block.getByRole('textbox', { name: 'Name of the block' }).fill('Photos')
  await arrived
  await page.clock.pauseAt(Date.now() + 60_000)
  await addRow.click()
  const answered = page.waitForEvent('requestfinished', (request) =>
    Boolean(request.postData()?.includes('lexical_blocks.gallery.fields')),
  )
  release()
  await answered
  await waitUntilRendered(page)
  await page.clock.resume()
  await expect(fields.nth(1).getByRole('button', { name: 'Choose image' })).toBeVisible()
})

test('a gallery that Undo brings back has the images it had when it was removed', async ({
  page,
}) => {
  const [content, [one, two, three]] = [await ownContent(), await images(3)]
  if (!one || !two || !three) throw new Error('The library has no images')
  await writeBody(content.id, [paragraph, galleryOf([one, two])])
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const editor = editorOf(page)
  const shown = editor.getByRole('group', { name: 'Image', exact: true }).locator('img')
  await expect(shown.first()).toHaveAttribute('alt', one.alt)
  await editor.getByRole('button', { name: 'Change image' }).first().click()
  await chooseImage(page, three)
  await expect(shown.first()).toHaveAttribute('alt', three.alt)

  await editor.getByRole('button', { name: 'Remove block' }).click()
  await expect(shown).toHaveCount(0)
  await editor.locator('p').first().click()
  await page.keyboard.press('Control+z')
  await expect(shown).toHaveCount(2)
  await expect(shown.first()).toHaveAttribute('alt', three.alt)
  await expect(shown.last()).toHaveAttribute('alt', two.alt)
  await save(page)
  expect(await savedBlocks(content.id)).toMatchObject([
    { images: [{ image: three.id }, { image: two.id }] },
  ])
})

test('a block whose image was deleted for good says so, and doesn’t ask for it again', async ({
  page,
}) => {
  const [content, [one]] = [await ownContent(), await images(1)]
  if (!one) throw new Error('The library has no images')
  await writeBody(content.id, [paragraph, galleryOf([one, { id: 900_000_001 }])])
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/admin/media/900000001')) requests += 1
  })
  await signIn(page, 'edie')
  await page.clock.install()
  await page.goto(`/admin/content/${content.id}`)
  const field = editorOf(page).getByRole('group', { name: 'Image', exact: true }).last()
  await expect(field.getByText('This image was deleted.')).toBeVisible()
  await expect(field.getByRole('button', { name: 'Change image' })).toBeVisible()
  const count = requests
  await page.clock.runFor(60_000)
  expect(requests).toBe(count)
})

test('an article is duplicated from the list, and an earlier version is restored', async ({
  page,
}) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content?search=${encodeURIComponent(content.title)}`)
  await page.getByRole('button', { name: `Duplicate ${content.title}` }).click()
  await expect(page.getByText('Content created')).toBeVisible()
  await page.waitForURL((url) => /\/admin\/content\/\d+$/.test(url.pathname))
  const copyId = Number(page.url().split('/').at(-1))
  expect(copyId).not.toBe(content.id)
  await expect(page.getByText('Drafts save automatically.')).toBeVisible()
  const copy = async () =>
    (
      await query<{ status: string; excerpt: string }>(
        'select status, excerpt from content where id = $1',
        [copyId],
      )
    )[0]
  expect(await copy()).toEqual({ status: 'draft', excerpt: 'Few words.' })

  await page.getByLabel('Excerpt').fill('Other words.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(copy).toEqual({ status: 'draft', excerpt: 'Other words.' })
  await page.getByRole('link', { name: 'Versions', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Versions of / })).toBeVisible()
  const [version] = await Promise.all([
    page.waitForEvent('popup'),
    page
      .getByRole('link', { name: /^View the version from/ })
      .last()
      .click(),
  ])
  await expect(version.getByText(/This is the version from .+ [AP]M\.$/)).toBeVisible()
  await expect(version.getByText('Few words.').first()).toBeVisible()
  await version.close()
  await page
    .getByRole('button', { name: /^Restore the version from/ })
    .last()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Content updated')).toBeVisible()
  await expect.poll(copy).toEqual({ status: 'draft', excerpt: 'Few words.' })
})

import { readFile } from 'node:fs/promises'

import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { gate, ownContent, query, signIn, test } from '@tests/support/browser'

const contentByTitle = async (title: string) =>
  (
    await query<{ id: number; slug: string; status: string; scheduled_for: string | null }>(
      'select id, slug, status, scheduled_for from content where title = $1',
      [title],
    )
  )[0]

test('a draft is autosaved, previewed, scheduled, and published when it is due', async ({
  page,
  request,
  browser,
}) => {
  const title = `What the tide leaves ${Date.now()}`
  await signIn(page, 'edie')
  await page.goto('/admin/content')
  await page.getByRole('link', { name: 'New content' }).click()
  await page.getByRole('textbox', { name: /^Title/ }).fill(title)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Content created')).toBeVisible()
  await expect.poll(async () => (await contentByTitle(title))?.status).toBe('draft')
  // Saving opens the new document.
  await expect(page.getByText('Drafts save automatically.')).toBeVisible()

  // Autosave, without pressing Save.
  await page.getByLabel('Excerpt').fill('Small things, every morning.')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  const content = await contentByTitle(title)
  expect(await query('select excerpt from content where id = $1', [content?.id])).toEqual([
    { excerpt: 'Small things, every morning.' },
  ])

  const preview = await page.context().newPage()
  await preview.goto(`/preview/content/${content?.id}`)
  await expect(preview.getByText('This article isn’t public yet')).toBeVisible()
  await expect(preview.getByRole('heading', { name: title })).toBeVisible()
  expect((await request.get(`/reflections/${content?.slug}`)).status()).toBe(404)
  expect((await request.get(`/preview/content/${content?.id}`)).url()).toContain('/auth')
  const customer = await (await browser.newContext()).newPage()
  await signIn(customer, 'wren')
  const denied = await customer.request.get(`/preview/content/${content?.id}`)
  expect(denied.url()).not.toContain('/auth')
  expect(await denied.text()).not.toContain(title)
  await customer.context().close()

  // The phone preview refreshes after each save.
  const [phone] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Phone preview' }).click(),
  ])
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()
  await page.locator('[contenteditable=true]').click()
  // An autosave replaces the version of the one before.
  const replacing = page.waitForRequest(/&replaces=20/)
  await page.keyboard.type('Written while the phone watches.')
  await replacing
  await expect(phone.getByText('Written while the phone watches.')).toBeVisible()
  await phone.close()

  // Schedule it through the API for a time in the past, so that the worker publishes it on its next run.
  const response = await page.request.put(`/api/admin/content/${content?.id}`, {
    data: { status: 'scheduled', scheduledFor: new Date(Date.now() - 1000).toISOString() },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(response.status()).toBe(200)
  await expect
    .poll(async () => (await contentByTitle(title))?.status, {
      timeout: 150_000,
      intervals: [2000],
    })
    .toBe('published')
  await expect
    .poll(async () => (await request.get(`/reflections/${content?.slug}`)).status())
    .toBe(200)
})

test('a link out of the admin asks once about unsaved input, and the browser asks again after more is typed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'edie')
  let questions = 0
  page.on('dialog', (dialog) => {
    questions += 1
    void dialog.accept()
  })
  await page.goto('/admin/content/new')
  const title = page.getByRole('textbox', { name: /^Title/ })
  await title.pressSequentially('Left once')
  const leave = page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
  await page.getByRole('link', { name: 'Customer View' }).click()
  await leave.click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(questions).toBe(0)

  await page.goto('/admin/content/new')
  await title.pressSequentially('Stays first')
  // The page that the link leads to takes a while.
  await page.route(
    (url) => url.pathname === '/',
    () => undefined,
  )
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/')
  await page.getByRole('link', { name: 'Customer View' }).click()
  await leave.click()
  await sent
  await title.pressSequentially(', then more')
  await page.reload()
  expect(questions).toBe(1)
})

test('unsaved input asks before leaving and survives a reload, and a duplicate slug shows an error', async ({
  page,
}) => {
  const title = `Not lost ${Date.now()}`
  const [other] = await query<{ slug: string }>(
    `select slug from content where status = 'published' limit 1`,
  )
  await signIn(page, 'edie')
  await page.goto('/admin/content')
  await page.getByRole('link', { name: 'New content' }).click()
  await page.getByRole('textbox', { name: /^Title/ }).fill(title)
  const leaveDialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  const backToList = page.locator('.df-document').getByRole('link', { name: 'Content' })
  await backToList.click()
  await leaveDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue(title)
  await page.locator('[contenteditable=true]').click()
  await page.keyboard.type('Written before the window closed.')
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.values(localStorage).some((text) => String(text).includes('window closed')),
      ),
    )
    .toBe(true)

  // Each tab keeps its own draft.
  const secondTab = await page.context().newPage()
  await secondTab.goto('/admin/content/new')
  await secondTab.getByRole('textbox', { name: /^Title/ }).fill(`Beside it ${title}`)
  await expect
    .poll(() =>
      secondTab.evaluate(
        () => Object.keys(localStorage).filter((key) => key.startsWith('dayfern-unsaved')).length,
      ),
    )
    .toBe(2)
  await secondTab.close()

  await page.goto('/admin/content/new')
  const draftOffers = page.locator('.df-draft-offer')
  await expect(draftOffers).toHaveCount(2)
  await draftOffers
    .filter({ hasText: 'Beside it' })
    .getByRole('button', { name: 'Discard' })
    .click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(draftOffers).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue(title)
  await expect(page.getByText('Written before the window closed.')).toBeVisible()
  await page.getByLabel('Slug').fill(other?.slug ?? '')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page.getByText('This URL is already in use. Please choose another one.').first(),
  ).toBeVisible()
  await expect(page.getByText('Error creating content')).toBeVisible()
  await backToList.click()
  await leaveDialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Slug').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Content created')).toBeVisible()
  await expect.poll(async () => (await contentByTitle(title))?.status).toBe('draft')
  await expect(page.getByText('Drafts save automatically.')).toBeVisible()
  await backToList.click()
  await expect(page).toHaveURL(/\/admin\/content$/)
  await page.getByRole('link', { name: 'New content' }).click()
  await expect(page.getByRole('textbox', { name: /^Title/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})

test('content is deleted after confirmation, and Undo restores it even above an open dialog', async ({
  page,
  request,
}) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content?search=${encodeURIComponent(content.title)}`)
  await page.getByRole('button', { name: `Delete ${content.title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  // Hovering keeps the toast open.
  await page.getByText('Content deleted').hover()
  await expect.poll(async () => (await request.get(`/blog/${content.slug}`)).status()).toBe(404)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Content restored')).toBeVisible()
  await expect.poll(async () => (await request.get(`/blog/${content.slug}`)).status()).toBe(200)
})

test('an image is uploaded with alt text, edited, and deleted, and an unsupported file is rejected', async ({
  page,
}) => {
  await signIn(page, 'edie')
  await page.goto('/admin/media')
  await page.getByRole('button', { name: 'Upload' }).click()
  const name = `heron-${Date.now()}.jpg`
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name, mimeType: 'image/jpeg', buffer: await page.screenshot({ type: 'jpeg' }) },
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<script>1</script>') },
  ])
  await page.getByLabel('Alt text').first().fill('A heron in the reeds')
  await page.getByLabel('Caption').first().fill('At the pond, early')
  await page.getByRole('button', { name: 'Upload 2 files' }).click()
  await expect(page.getByText('Upload failed')).toBeVisible()
  await expect(
    page.getByRole('alert').filter({ hasText: 'file type isn’t supported' }),
  ).toBeVisible()
  // One file is uploaded already, so there is nothing to cancel.
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Done' }).click()

  await page.goto(`/admin/media?search=${name}`)
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByLabel('Alt text').fill('A gray heron in the reeds')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Media updated')).toBeVisible()
  expect(await query('select alt, caption from media where original_name = $1', [name])).toEqual([
    { alt: 'A gray heron in the reeds', caption: 'At the pond, early' },
  ])
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByText('Are you sure you want to delete this media file?')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Media deleted')).toBeVisible()
})

test('content is created and saved by keyboard, and commas separate its tags', async ({ page }) => {
  const title = `By hand ${Date.now()}`
  const tags = () =>
    query<{ text: string }>(
      `select t.text from content_texts t join content c on c.id = t.parent_id where c.title = $1 || ', again' and t.path = 'tags' order by t."order"`,
      [title],
    )
  await signIn(page, 'edie')
  await page.goto('/admin/content/new')
  await expect(page.getByRole('textbox', { name: /^Title/ })).toBeFocused()
  await page.keyboard.type(title)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Content created')).toBeVisible()
  await expect(page.getByText('Drafts save automatically.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Title/ })).toBeFocused()
  await page.keyboard.type(', again')
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await contentByTitle(`${title}, again`))?.status).toBe('draft')
  // The shop's toast replaces Payload's own.
  await expect(page.getByText('Content updated')).toBeVisible()
  await expect(page.locator('.payload-toast-item', { hasText: /^Updated/ })).toHaveCount(0)
  await page.getByLabel('Tags').fill('morning, quiet , tea')
  await page.keyboard.press('Enter')
  await expect(page.locator('.rs__multi-value')).toContainText(['morning', 'quiet', 'tea'])
  await page.keyboard.press('Control+s')
  await expect.poll(tags).toEqual([{ text: 'morning' }, { text: 'quiet' }, { text: 'tea' }])
})

/** Holds back the script of the text editor until `release` is called. */
const holdEditorScript = async (page: Page) => {
  const { open: release, opened: released } = gate()
  let heldBack = 0
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch()
    if ((await response.text()).includes('slash-menu-popup')) {
      heldBack += 1
      await released
    }
    await route.fulfill({ response })
  })
  return { release, count: () => heldBack }
}

test('input made before the text editor has loaded is kept and saved with the text', async ({
  page,
}) => {
  const title = `Before the editor ${Date.now()}`
  const editor = await holdEditorScript(page)
  await signIn(page, 'edie')
  await page.goto('/admin/content/new')
  await expect(page.getByRole('textbox', { name: /^Title/ })).toBeFocused()
  await page.keyboard.type(title)
  await page.getByLabel('Tags').fill('patience')
  await page.keyboard.press('Enter')
  expect(editor.count()).toBeGreaterThan(0)
  await expect(page.locator('[contenteditable=true]')).toHaveCount(0)
  editor.release()
  const body = page.locator('[contenteditable=true]')
  await body.click()
  await page.keyboard.type('Then the words.')
  await expect(page.getByRole('textbox', { name: /^Title/ })).toHaveValue(title)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Content created')).toBeVisible()
  const [saved] = await query<{ title: string; body: string; tag: string }>(
    `select c.title, c.body::text as body, t.text as tag from content c
     join content_texts t on t.parent_id = c.id where c.title = $1`,
    [title],
  )
  expect(saved).toEqual({
    title,
    body: expect.stringContaining('Then the words.'),
    tag: 'patience',
  })
})

test('Escape in the block menu closes only the menu, and typing continues in the text', async ({
  page,
}) => {
  await signIn(page, 'edie')
  await page.goto('/admin/content/new')
  await page.getByRole('textbox', { name: /^Title/ }).fill(`Escape ${Date.now()}`)
  const body = page.locator('[contenteditable=true]')
  await body.click()
  await page.keyboard.type('First paragraph.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  const menu = page.locator('.slash-menu-popup')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('Second paragraph.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin\/content\/new$/)
  await expect(body).toHaveText(/^First paragraph\.\s*Second paragraph\.$/)
  await expect(page.getByText('4 words · 1 min read')).toBeVisible()
})

test('a rejected save shows errors at their fields, and a schedule is in the shop’s time zone', async ({
  page,
}) => {
  const title = `Said at the field ${Date.now()}`
  await signIn(page, 'edie')
  await page.goto('/admin/content/new')
  await expect(page.getByRole('heading', { name: 'New content' })).toBeVisible()
  await expect(page.getByText('[Untitled]')).toHaveCount(0)
  // Required fields have no asterisk.
  await expect(page.locator('.required:visible')).toHaveCount(0)
  // Payload's selects have no accessible names by default.
  await expect(page.locator('.dropdown-indicator:not([aria-label])')).toHaveCount(0)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByText('Error creating content')).toBeVisible()
  await expect(page.getByText('Content >')).toHaveCount(0)
  await expect(page.getByText('Couldn’t save.')).toHaveCount(0)
  const titleField = page.locator('.field-type', { has: page.locator('#field-title') })
  await expect(titleField).toContainText('Enter a title.')
  const titleInput = page.locator('#field-title')
  await expect(titleInput).toBeFocused()
  await expect(titleInput).toHaveAccessibleDescription('Enter a title.')
  await expect(titleInput).toHaveAttribute('aria-invalid', 'true')
  // The same after the next rejected save, although the field was already marked.
  await save.click()
  await expect(titleInput).toBeFocused()
  // The panel is narrow, and the whole message is shown.
  const slugError = page.getByText('Enter a URL with letters or numbers.')
  expect(
    await slugError.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0)

  await titleInput.fill(title)
  await expect(titleInput).not.toHaveAttribute('aria-invalid')
  await expect(titleField).not.toContainText('Enter a title.')
  // The slug is filled in while typing.
  await expect(page.getByLabel('Slug')).toHaveValue(/^said-at-the-field-\d+$/)
  await page.locator('#field-status').click()
  await page.getByText('Scheduled', { exact: true }).last().click()
  // The message may show before this save is rejected, and a date entered before would be saved with it.
  await Promise.all([
    page.waitForResponse(
      (response) => response.url().includes('/cms/api/content') && response.status() === 400,
    ),
    save.click(),
  ])
  await expect(page.getByText('Please choose when it goes live.').first()).toBeVisible()
  await page.getByLabel('Scheduled for').fill('2031-07-04T09:17')
  await save.click()
  await expect(page.getByText('Content created')).toBeVisible()
  // 9:17 AM in New York.
  await expect
    .poll(async () => {
      const moment = (await contentByTitle(title))?.scheduled_for
      return moment ? new Date(moment).toISOString() : null
    })
    .toBe('2031-07-04T13:17:00.000Z')
})

test('a date of publication that is only half filled in isn’t saved as “now”', async ({ page }) => {
  const content = await ownContent()
  const stored = async () =>
    (
      await query<{ at: string }>('select published_at::text as at from content where id = $1', [
        content.id,
      ])
    )[0]?.at
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const date = page.getByLabel('Published at')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await date.fill('2020-10-01T09:00')
  await save.click()
  await expect(page.getByText('Content updated')).toBeVisible()
  expect(await stored()).toContain('2020-10-01')

  await date.focus()
  // Clears the hour, to type another one.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Backspace'])
    await page.keyboard.press(key)
  await expect(date).toHaveValue('')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Please enter the full date and time.')).toBeVisible()
  await save.click()
  await expect(date).toBeFocused()
  await expect(page.getByText('Please enter the full date and time.')).toBeVisible()
  expect(await stored()).toContain('2020-10-01')
  await date.fill('2020-10-02T09:00')
  await save.click()
  await expect.poll(stored).toContain('2020-10-02')
})

/** Lets requests wait until they are released. */
const holdRequests = async (page: Page, method: string, url: string) => {
  const { open: release, opened: released } = gate()
  await page.route(url, async (route) => {
    if (route.request().method() === method) await released
    await route.continue()
  })
  return { release: () => release() }
}

test('what is entered into a block just before saving is saved, and comes back with the block', async ({
  page,
}) => {
  const content = await ownContent()
  const saved = async () =>
    (await query<{ body: string }>('select body::text from content where id = $1', [content.id]))[0]
      ?.body
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  await page.locator('[contenteditable=true]').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/quote')
  await page.locator('.slash-menu-popup').getByText('Quote with source').click()
  const quote = page.locator('[contenteditable=true] textarea')
  await quote.fill('Slow is smooth.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Content updated').first()).toBeVisible()
  expect(await saved()).toContain('Slow is smooth.')

  // A block that was there when the article was opened, while the server is slow to answer.
  await page.reload()
  await expect(quote).toHaveValue('Slow is smooth.')
  const answers = await holdRequests(page, 'POST', '**/admin/content/**')
  await quote.fill('Smooth is')
  await quote.pressSequentially(' fast.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  answers.release()
  await expect(page.getByText('Content updated').first()).toBeVisible()
  expect(await saved()).toContain('Smooth is fast.')

  await quote.fill('Words that come back.')
  await page.getByRole('button', { name: 'Remove block' }).click()
  await expect(quote).toHaveCount(0)
  await page.locator('[contenteditable=true] p').first().click()
  await page.keyboard.press('Control+z')
  await expect(quote).toHaveValue('Words that come back.')
})

test('a recording is chosen or uploaded for an article and for a block, and saved right away', async ({
  page,
}) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const dialog = page.getByRole('dialog', { name: 'Choose a recording' })
  const field = page.getByRole('group', { name: 'Recording' })
  await field.getByRole('button', { name: 'Choose recording' }).click()
  await dialog.getByRole('searchbox').fill('no such recording')
  await expect(dialog.getByText('No recordings match your search.')).toBeVisible()
  await dialog.getByRole('searchbox').fill('')
  await expect(dialog.getByRole('button', { name: /^Use .+\.mp3$/ }).first()).toBeVisible()

  await dialog.getByLabel('Upload recordings').setInputFiles('public/brand/icon-180.png')
  await expect(dialog.getByText(/is in the media library, but it isn’t a recording/)).toBeVisible()
  const name = `slow-morning-${Date.now()}.mp3`
  await dialog
    .getByLabel('Upload recordings')
    .setInputFiles({
      name,
      mimeType: 'audio/mpeg',
      buffer: await readFile('src/seed/content/recordings/a-sitting-with-three-bells.mp3'),
    })
  await dialog.getByRole('button', { name: `Use ${name}` }).click()
  await expect(field.getByText(name)).toBeVisible()
  await expect(field.locator('audio')).toHaveAttribute('src', /\.mp3$/)

  await page.locator('[contenteditable=true]').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/audio')
  await page.locator('.slash-menu-popup').getByText('Audio').click()
  const block = page.locator('[contenteditable=true]')
  await block.getByRole('textbox', { name: 'Title', exact: true }).fill('A slow morning')
  await block.getByRole('button', { name: 'Choose recording' }).click()
  await dialog.getByRole('button', { name: `Use ${name}` }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Content updated').first()).toBeVisible()
  const [saved] = await query<{ original_name: string; is_in_body: boolean }>(
    `select media.original_name, body::text ~ ('"audio": ?' || media.id || '[,}]') as is_in_body
       from content join media on media.id = content.audio_id where content.id = $1`,
    [content.id],
  )
  expect(saved).toEqual({ original_name: name, is_in_body: true })

  await page.reload()
  // The block shows its recording after the article's own, and both have the same name.
  await expect(field).toHaveCount(2)
  await expect(field.last().getByText(name)).toBeVisible()
  await field.last().getByRole('button', { name: 'Remove recording' }).click()
  await expect(field.last().getByRole('button', { name: 'Choose recording' })).toBeVisible()
})

test('a chosen recording whose name can’t be loaded is named by its number until it can', async ({
  page,
}) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  let isDown = true
  await page.route(/\/api\/admin\/media\/\d+$/, (route) =>
    isDown ? route.abort() : route.continue(),
  )
  const field = page.getByRole('group', { name: 'Recording' })
  await field.getByRole('button', { name: 'Choose recording' }).click()
  await page
    .getByRole('button', { name: /^Use .+\.mp3$/ })
    .first()
    .click()
  const note = field.getByText(/^Couldn’t load recording \d+\.$/)
  await expect(note).toBeVisible()
  await expect(field.getByRole('button', { name: 'Change recording' })).toBeVisible()
  isDown = false
  await expect(field.locator('audio')).toHaveAttribute('src', /\.mp3$/)
  await expect(note).toBeHidden()
})

test('a selected link shows its own tools and not those of selected text over them', async ({
  page,
}) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  const response = await page.request.put(`/api/admin/content/${content.id}`, {
    data: { body: '<p><a href="https://example.com/">Alder</a> trees.</p>' },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(response.status()).toBe(200)
  await page.goto(`/admin/content/${content.id}`)
  const editor = page.locator('[contenteditable=true]')
  const textTools = page.locator('.inline-toolbar-popup')
  // Not merely transparent and out of sight: Tab would reach its buttons.
  await expect(editor.getByText('trees.')).toBeVisible()
  await expect(page.locator('.link-editor')).toBeHidden()
  await editor.getByText('trees.').dblclick()
  await expect(textTools).toBeVisible()
  // By keyboard, because a click follows the link.
  await page.keyboard.press('Home')
  for (let letter = 0; letter < 'Alder'.length; letter += 1)
    await page.keyboard.press('Shift+ArrowRight')
  await expect(page.locator('.link-editor')).toHaveCSS('opacity', '1')
  await expect(textTools).toHaveCSS('visibility', 'hidden')
})

test('the previews of a published article show its writer, and nobody else, what isn’t saved yet', async ({
  page,
  browser,
  request,
}) => {
  const content = await ownContent()
  const words = `Unsaved words ${Date.now()}`
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const [phone] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Phone preview' }).click(),
  ])
  await expect(phone.getByText('This is the last saved version.')).toBeVisible()
  await page.getByLabel('Excerpt').fill(`${words} in the excerpt`)
  await page.locator('[contenteditable=true]').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(` ${words}`)
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible()
  await expect(phone.getByText('Your changes aren’t saved yet.')).toBeVisible()
  await expect(phone.getByText(`Few words. ${words}`)).toBeVisible()
  await expect(phone.getByText(`${words} in the excerpt`)).toBeVisible()
  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Preview', exact: true }).click(),
  ])
  await expect(preview.getByText(`Few words. ${words}`)).toBeVisible()

  // Nor is either preview counted as a view.
  expect(
    await query('select view_count::int as views from content where id = $1', [content.id]),
  ).toEqual([{ views: 0 }])

  // Nobody else gets them: not with the same address, and not in the shop and its caches.
  const own = await page.request.get(phone.url())
  expect(await own.text()).toContain(words)
  expect(own.headers()['cache-control']).toContain('no-store')
  const others = [
    phone.url(),
    `/preview/content/${content.id}`,
    `/reflections/${content.slug}`,
    `/blog/${content.slug}`,
    `/api/content/${content.slug}`,
    '/api/content?limit=5',
    '/blog/rss.xml',
  ]
  const expectNowhere = async (reader: APIRequestContext): Promise<void> => {
    for (const path of others) expect(await (await reader.get(path)).text()).not.toContain(words)
  }
  await expectNowhere(request)
  for (const name of ['marisol', 'wren'] as const) {
    const other = await (await browser.newContext()).newPage()
    await signIn(other, name)
    await expectNowhere(other.request)
    await other.context().close()
  }
  expect(
    await query('select id from content where id = $1 and body::text like $2', [
      content.id,
      `%${words}%`,
    ]),
  ).toEqual([])

  // After a save, and with what was discarded, it’s the saved version again.
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(phone.getByText('This is the last saved version.')).toBeVisible()
  await expect(phone.getByText(`Few words. ${words}`)).toBeVisible()
  await page.getByLabel('Excerpt').fill('Discarded.')
  await expect(phone.getByText('Discarded.')).toBeVisible()
  await page.locator('.df-document').getByRole('link', { name: 'Content' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Content', exact: true })).toBeVisible()
  await page.goto(`/admin/content/${content.id}`)
  const [again] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Preview', exact: true }).click(),
  ])
  await expect(again.getByText('This is the last saved version.')).toBeVisible()
  await expect(again.getByText('Discarded.')).toBeHidden()
})

test('text that is pasted with an image from elsewhere is saved without it', async ({ page }) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const editor = page.locator('[contenteditable=true]')
  await editor.click()
  await editor.evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      '<p>Pasted <b>words</b> <img src="https://elsewhere.example/x.png"> and <img src="file:///C:/y.png"> more.</p>',
    )
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByText('Image not pasted').first()).toBeVisible()
  await expect(editor).toContainText('Pasted words')
  await expect(editor.locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Content updated').first()).toBeVisible()
  const [saved] = await query<{ body: string }>('select body::text from content where id = $1', [
    content.id,
  ])
  expect(saved?.body).toContain('more.')
  expect(saved?.body).not.toContain('"upload"')
})

test('on a phone, the fields below the text keep their margins', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  const excerpt = await page.getByLabel('Excerpt').boundingBox()
  expect(excerpt?.x).toBeGreaterThanOrEqual(16)
  expect((excerpt?.x ?? 0) + (excerpt?.width ?? 390)).toBeLessThanOrEqual(374)
})

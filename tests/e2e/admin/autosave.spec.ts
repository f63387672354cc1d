import { expect, type Page } from '@playwright/test'
import { gate, ownContent, query, signIn, test, waitUntilIdle } from '@tests/support/browser'

type Saved = { title: string; excerpt: string; body: string; status: string }

const savedContent = async (id: number): Promise<Saved | undefined> =>
  (
    await query<Saved>('select title, excerpt, body::text, status from content where id = $1', [id])
  )[0]

/** A draft that was never public and that only the calling test uses. */
const ownDraft = async (): Promise<{ id: number; title: string }> => {
  const content = await ownContent()
  await query(
    "update content set status = 'draft', published_at = null, first_published_at = null where id = $1",
    [content.id],
  )
  return content
}

const titleOf = (page: Page) => page.getByRole('textbox', { name: /^Title/ })
const excerptOf = (page: Page) => page.getByLabel('Excerpt')
const textOf = (page: Page) => page.locator('.ContentEditable__root')
const isSave = (url: string): boolean => /\/cms\/api\/content\/\d+\?/.test(url)
const conflict = (page: Page) =>
  page.getByText('Someone else saved changes after you opened this.').first()

/** The status of every save of the page. */
const watchSaves = (page: Page): number[] => {
  const answers: number[] = []
  page.on('response', (response) => {
    if (isSave(response.url()) && response.request().method() !== 'GET')
      answers.push(response.status())
  })
  return answers
}

/** Holds the response to the next save back, which the server has made by then. */
const holdNextSave = async (page: Page) => {
  const { open: release, opened: released } = gate()
  const { open: arrive, opened: arrived } = gate()
  await page.route(
    (url) => isSave(url.href),
    async (route) => {
      const response = await route.fetch()
      arrive()
      await released
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return { arrived, release: () => release() }
}

/** Opens a draft and changes it, so that its autosave is under way. */
const openWhileSaving = async (page: Page, id: number) => {
  await page.goto(`/admin/content/${id}`)
  await expect(page.getByText('Drafts save automatically.')).toBeVisible()
  await expect(textOf(page)).toHaveText('Few words.')
  const save = await holdNextSave(page)
  await excerptOf(page).fill('The first change.')
  await save.arrived
  return save
}

test('what is typed while a draft is autosaved is neither taken back nor left unsaved', async ({
  page,
}) => {
  const draft = await ownDraft()
  await signIn(page, 'edie')
  const answers = watchSaves(page)
  const save = await openWhileSaving(page, draft.id)
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' More words.')
  await titleOf(page).press('End')
  await titleOf(page).pressSequentially(', told again')
  await excerptOf(page).fill('The second change.')
  save.release()
  await expect.poll(() => answers).toEqual([200])

  // Nobody presses another key.
  await expect
    .poll(() => savedContent(draft.id), { timeout: 20_000 })
    .toMatchObject({
      title: `${draft.title}, told again`,
      excerpt: 'The second change.',
      body: expect.stringContaining('Few words. More words.'),
    })
  await expect(titleOf(page)).toHaveValue(`${draft.title}, told again`)
  await expect(excerptOf(page)).toHaveValue('The second change.')
  await expect(textOf(page)).toHaveText('Few words. More words.')
  await expect(conflict(page)).toBeHidden()
})

test('keys that are pressed while the response to an autosave arrives in a busy browser are saved', async ({
  page,
}) => {
  const draft = await ownDraft()
  await signIn(page, 'edie')
  const save = await openWhileSaving(page, draft.id)
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  const words = Array.from({ length: 12 }, (_, index) => ` word${index}`)
  for (const [index, word] of words.entries()) {
    await page.keyboard.insertText(word)
    if (index === 5) save.release()
  }
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const text = `Few words.${words.join('')}`
  await expect
    .poll(() => savedContent(draft.id), { timeout: 20_000 })
    .toMatchObject({ excerpt: 'The first change.', body: expect.stringContaining(text) })
  await expect(textOf(page)).toHaveText(text)
})

test('saving and publishing while an autosave is under way wait for it and aren’t refused', async ({
  page,
}) => {
  const draft = await ownDraft()
  await signIn(page, 'edie')
  const answers = watchSaves(page)
  const save = await openWhileSaving(page, draft.id)
  await titleOf(page).fill(`${draft.title}, published`)
  await page.locator('#field-status .rs__control').click()
  await page.locator('.rs__option', { hasText: 'Published' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  for (const _wait of ['a render', 'the editor', 'the form', 'a request']) await waitUntilIdle(page)
  save.release()
  await expect(page.getByText('Content updated').first()).toBeVisible()
  expect(await savedContent(draft.id)).toMatchObject({
    title: `${draft.title}, published`,
    status: 'published',
  })

  // Published articles are saved by hand, and typing goes on.
  const byHand = await holdNextSave(page)
  await excerptOf(page).fill('The second change.')
  await page.keyboard.press('Control+s')
  await byHand.arrived
  await titleOf(page).fill(`${draft.title}, published twice`)
  await excerptOf(page).fill('The third change.')
  byHand.release()
  const saveButton = page.getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => answers).toEqual([200, 200, 200])
  await expect(titleOf(page)).toHaveValue(`${draft.title}, published twice`)
  await expect(saveButton).toBeEnabled()
  await saveButton.click()
  await expect
    .poll(() => savedContent(draft.id))
    .toMatchObject({
      title: `${draft.title}, published twice`,
      excerpt: 'The third change.',
      status: 'published',
    })
  await expect(saveButton).toBeDisabled()
  expect(answers).toEqual([200, 200, 200, 200])
})

test('Save says that it waits, and saves after an autosave whose response doesn’t come', async ({
  page,
}) => {
  const draft = await ownDraft()
  await signIn(page, 'edie')
  const save = await openWhileSaving(page, draft.id)
  await titleOf(page).fill(`${draft.title}, told again`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saving…', exact: true })).toBeVisible()
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' More words.')
  await expect
    .poll(() => savedContent(draft.id), { timeout: 50_000 })
    .toMatchObject({
      title: `${draft.title}, told again`,
      excerpt: 'The first change.',
      body: expect.stringContaining('Few words. More words.'),
    })
  await expect(page.getByText('Content updated').first()).toBeVisible()
  await expect(conflict(page)).toBeHidden()

  // The response comes after all, while more is typed.
  await excerptOf(page).fill('The second change.')
  save.release()
  await expect
    .poll(() => savedContent(draft.id), { timeout: 20_000 })
    .toMatchObject({ title: `${draft.title}, told again`, excerpt: 'The second change.' })
  await expect(titleOf(page)).toHaveValue(`${draft.title}, told again`)
  await expect(conflict(page)).toBeHidden()
})

test('a save that the shop doesn’t answer gives up with a message, and nothing is lost', async ({
  page,
}) => {
  const article = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${article.id}`)
  await expect(textOf(page)).toHaveText('Few words.')
  const unanswered = (url: URL): boolean => isSave(url.href)
  await page.route(unanswered, async (route) => {
    if (route.request().method() === 'GET') await route.continue()
  })
  await excerptOf(page).fill('The first change.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Saving…', exact: true })).toBeVisible()
  await titleOf(page).fill(`${article.title}, told again`)
  await expect(
    page.getByText('Couldn’t save. Your changes are still here; please try again.').first(),
  ).toBeVisible({ timeout: 40_000 })
  await page.unroute(unanswered)
  await expect(titleOf(page)).toHaveValue(`${article.title}, told again`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Content updated').first()).toBeVisible()
  expect(await savedContent(article.id)).toMatchObject({
    title: `${article.title}, told again`,
    excerpt: 'The first change.',
  })
})

test('a draft is saved as soon as the connection is back', async ({ page }) => {
  const draft = await ownDraft()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${draft.id}`)
  await expect(textOf(page)).toHaveText('Few words.')
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await excerptOf(page).fill('Written on a train.')
  await expect(page.getByText('Not saved yet', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => savedContent(draft.id)).toMatchObject({ excerpt: 'Written on a train.' })
})

test('an autosave that follows a change of someone else is refused, and what was typed stays', async ({
  page,
}) => {
  const draft = await ownDraft()
  await signIn(page, 'edie')
  const save = await openWhileSaving(page, draft.id)
  await titleOf(page).fill('Mine')
  await query(
    "update content set title = 'Theirs', updated_at = updated_at + interval '1 second' where id = $1",
    [draft.id],
  )
  save.release()
  await expect(conflict(page)).toBeVisible({ timeout: 20_000 })
  await expect(titleOf(page)).toHaveValue('Mine')
  expect(await savedContent(draft.id)).toMatchObject({ title: 'Theirs' })
})

test('the rows of a gallery that are added while a draft is autosaved stay and are saved', async ({
  page,
}) => {
  const draft = await ownDraft()
  const images = await query<{ id: number; alt: string; name: string }>(
    `select min(id) as id, alt, min(original_name) as name from media
      where mime_type like 'image/%' and alt <> '' and deleted_at is null group by alt having count(*) = 1 order by 1 limit 2`,
  )
  await signIn(page, 'edie')
  const save = await openWhileSaving(page, draft.id)
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/gallery')
  await page.locator('.slash-menu-popup').getByText('Gallery', { exact: true }).click()
  const block = textOf(page).locator('[data-lexical-decorator]')
  const fields = block.getByRole('group', { name: 'Image', exact: true })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (const [index, { alt, name }] of images.entries()) {
    await block.getByRole('button', { name: 'Add Image' }).click()
    await fields.nth(index).getByRole('button', { name: 'Choose image' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill(name)
    await dialog.getByRole('button', { name: alt, exact: true }).click()
    await expect(dialog).toHaveCount(0)
    if (index === 0) await titleOf(page).fill(`${draft.title}, with photos`)
    else save.release()
  }
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const pictures = (body = ''): number[] =>
    [...body.matchAll(/"image": ?(\d+)/g)].map(([, id]) => Number(id))
  await expect
    .poll(async () => pictures((await savedContent(draft.id))?.body), { timeout: 20_000 })
    .toEqual(images.map(({ id }) => id))
  await expect(fields.locator('img')).toHaveCount(2)
  await expect(titleOf(page)).toHaveValue(`${draft.title}, with photos`)
})

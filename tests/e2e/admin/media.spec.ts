import { expect, type Page } from '@playwright/test'
import { gate, ownContent, query, signIn, test } from '@tests/support/browser'

type File = { id: number; name: string }

/** Uploads an image of 1280 × 720 that only the calling test uses. */
const ownImage = async (page: Page): Promise<File> => {
  const name = `moss-${Date.now()}-${Math.floor(Math.random() * 1e6)}.jpg`
  const response = await page.request.post('/api/admin/media/upload', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    multipart: {
      file: { name, mimeType: 'image/jpeg', buffer: await page.screenshot({ type: 'jpeg' }) },
    },
  })
  expect(response.status()).toBe(201)
  const { id } = (await response.json()) as { id: number }
  return { id, name }
}

const stored = (files: readonly File[]) =>
  query<{ alt: string; is_deleted: boolean }>(
    'select alt, deleted_at is not null as is_deleted from media where id = any($1) order by id',
    [files.map(({ id }) => id)],
  )

const select = async (page: Page, files: readonly File[]): Promise<void> => {
  for (const { name } of files) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await expect(page.getByText(`${files.length} files selected`)).toBeVisible()
}

test('the alt texts of two images are edited at once, by keyboard, and one that is too long is named', async ({
  page,
}) => {
  await signIn(page, 'edie')
  const files = [await ownImage(page), await ownImage(page)] as const
  const [one, two] = files
  await page.goto('/admin/media?view=list')
  await select(page, files)
  const opener = page.getByRole('button', { name: 'Edit alt text' })
  await opener.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Alt text for 2 images' })
  const first = dialog.getByRole('textbox').first()
  await expect(first).toBeFocused()
  await dialog.getByLabel(one.name).fill('Moss on a stone')
  await dialog.getByLabel(two.name).fill('x'.repeat(301))
  await dialog.getByRole('button', { name: 'Save alt texts' }).press('Enter')
  await expect(dialog.getByLabel(two.name)).toHaveAttribute('aria-invalid', 'true')
  expect((await stored(files)).map(({ alt }) => alt)).toEqual(['', ''])

  // What was typed isn't lost by Escape.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await dialog.getByLabel(two.name).fill('Moss in the rain')
  await dialog.getByRole('button', { name: 'Save alt texts' }).press('Enter')
  await expect(page.getByText('2 files updated')).toBeVisible()
  expect((await stored(files)).map(({ alt }) => alt)).toEqual([
    'Moss on a stone',
    'Moss in the rain',
  ])
})

test('of two files that are deleted at once, one in use is named and stays, and both buttons of the trash restore', async ({
  page,
}) => {
  await signIn(page, 'edie')
  const files = [await ownImage(page), await ownImage(page), await ownImage(page)] as const
  const [used, free, other] = files
  const content = await ownContent()
  await query('update content set featured_image_id = $2 where id = $1', [content.id, used.id])
  await page.goto('/admin/media')
  await select(page, files)
  const bar = page.getByRole('group', { name: '3 files selected' })
  await bar.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  const report = page.getByRole('dialog', { name: '2 of 3 files deleted' })
  await expect(report.getByText(`Still used in “${content.title}”`)).toBeVisible()
  await report.getByText('Close', { exact: true }).click()
  const deleted = async () => (await stored(files)).map(({ is_deleted }) => is_deleted)
  expect(await deleted()).toEqual([false, true, true])

  await page.goto('/admin/media?show=trash')
  await page.getByRole('button', { name: `Restore ${free.name}` }).click()
  await expect(page.getByText('Media restored')).toBeVisible()
  expect(await deleted()).toEqual([false, false, true])
  await page.getByRole('checkbox', { name: `Select ${other.name}` }).check()
  await page
    .getByRole('group', { name: '1 file selected' })
    .getByRole('button', { name: 'Restore', exact: true })
    .click()
  await expect(page.getByText('1 file restored')).toBeVisible()
  expect(await deleted()).toEqual([false, false, false])
})

test('an image that was saved has its new version when it is opened again, also when the page is slow to refresh', async ({
  page,
}) => {
  await signIn(page, 'edie')
  const file = await ownImage(page)
  await page.goto(`/admin/media?search=${file.name}`)
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  const edit = page.getByRole('button', { name: `Edit ${file.name}` })
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await edit.click()
  await dialog.getByLabel('Alt text').fill('Moss')
  const { open: letGo, opened: held } = gate()
  await page.route('**/admin/media?*', async (route) => {
    await held
    await route.continue()
  })
  const refresh = page.waitForRequest(
    (request) => request.headers().rsc === '1' && request.url().includes('/admin/media?'),
  )
  await save.click()
  await refresh
  await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  letGo()
  await expect(dialog).toBeHidden()
  await edit.click()
  await dialog.getByLabel('Alt text').fill('Moss on a stone')
  await save.click()
  await expect(dialog).toBeHidden()
  expect((await stored([file]))[0]?.alt).toBe('Moss on a stone')
})

test('an image gets a focal point by keyboard and is cropped around it', async ({ page }) => {
  await signIn(page, 'edie')
  const file = await ownImage(page)
  const size = async () =>
    (
      await query<{ width: number; height: number; x: number | null }>(
        'select width::int, height::int, focus_x::float as x from media where id = $1',
        [file.id],
      )
    )[0]
  await page.goto(`/admin/media?search=${file.name}`)
  const edit = page.getByRole('button', { name: `Edit ${file.name}` })
  await edit.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit file' })
  const left = dialog.getByRole('slider', { name: 'From left' })
  expect((await left.boundingBox())?.height).toBeGreaterThanOrEqual(24)
  await left.press('End')
  await expect(left).toHaveValue('100')
  await dialog.getByRole('button', { name: 'Save changes' }).press('Enter')
  await expect(page.getByText('Media updated')).toBeVisible()
  await expect(edit).toBeFocused()
  expect(await size()).toMatchObject({ width: 1280, height: 720, x: 100 })

  await edit.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Crop image' })).toBeDisabled()
  await dialog.getByLabel('Shape').selectOption({ label: 'Square (1:1)' })
  await dialog.getByRole('button', { name: 'Crop image' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Crop this image?' })
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Crop image' }).press('Enter')
  await question.getByRole('button', { name: 'Crop image' }).press('Enter')
  await expect(page.getByText('Image cropped')).toBeVisible()
  const { width, height } = (await size()) ?? { width: 0, height: 1 }
  expect(width).toBe(height)
  // Both dialogs close at once.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(edit).toBeFocused()
})

test('a file that isn’t accepted says why and isn’t offered again, and the focus stays in the dialog', async ({
  page,
}) => {
  await signIn(page, 'edie')
  await page.goto('/admin/media')
  await page.getByRole('button', { name: 'Upload', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Upload files' })
  await dialog
    .getByLabel('Files', { exact: true })
    .setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('These are only words.'),
    })
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true })
  await upload.press('Enter')
  await expect(dialog.getByText('This file type isn’t supported.')).toBeVisible()
  await expect(upload).toBeDisabled()
  await expect(dialog.getByRole('heading', { name: 'Upload files' })).toBeFocused()
})

test('a file is deleted from the library after its uses were shown, and Undo restores it', async ({
  page,
}) => {
  await signIn(page, 'edie')
  const file = await ownImage(page)
  await page.goto(`/admin/media?search=${file.name}`)
  const remove = page.getByRole('button', { name: `Delete ${file.name}` })
  await remove.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Not used anywhere.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByText('Media deleted')).toBeVisible()
  await expect(remove).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Media restored')).toBeVisible()
  await expect(remove).toBeVisible()
})

test('the player of a recording has the name of its file', async ({ page }) => {
  await signIn(page, 'edie')
  await page.goto('/admin/media?type=audio')
  await page
    .getByRole('button', { name: /^Edit .+\.mp3$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').locator('audio')).toHaveAttribute('aria-label', /\.mp3$/)
})

test('the texts of a file that could not be uploaded are not discarded without asking', async ({
  page,
}) => {
  await signIn(page, 'edie')
  await page.goto('/admin/media')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload files' })
  const text = { name: 'moss.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not an image') }
  await dialog.getByLabel('Files', { exact: true }).setInputFiles(text)
  await dialog.getByLabel('Alt text').fill('Moss on a stone')
  await dialog.getByRole('button', { name: /^Upload/ }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Alt text')).toHaveValue('Moss on a stone')
})

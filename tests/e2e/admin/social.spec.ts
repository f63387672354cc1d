import { expect, type Page } from '@playwright/test'
import { query, signIn, test } from '@tests/support/browser'

const postOf = async (text: string) =>
  (
    await query<{ id: number; status: string; scheduled_for: Date | null }>(
      'select id, status, scheduled_for from social_posts where post_text = $1 and deleted_at is null order by id desc limit 1',
      [text],
    )
  )[0]
const card = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name }) })
const connect = async (page: Page, name: string): Promise<void> => {
  await page.goto('/admin/social?tab=accounts')
  await card(page, name)
    .getByRole('link', { name: /^Connect/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('main').getByText(`${name} is connected.`)).toBeVisible()
}
const network = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('checkbox', { name: new RegExp(`^${name}`) })
const longDay = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
})
const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a network is connected by consent, and a post goes out at once', async ({ page }) => {
  const text = `Small steps count ${Date.now()}`
  await signIn(page, 'edie')
  await connect(page, 'X (Twitter)')
  // The page has just come back from the network; a press before it is awake is lost, and is made again.
  await expect(async () => {
    await card(page, 'X (Twitter)').getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('Connection works')).toBeVisible({ timeout: 4000 })
  }).toPass({ timeout: 30_000 })

  await page.getByRole('link', { name: 'Posts' }).first().click()
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toBeVisible()
  await page.getByRole('button', { name: 'New post', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New social post' })
  await dialog.getByLabel('Post text').fill(text)
  await expect(dialog.getByText(`${text.length}/280`, { exact: true })).toBeVisible()
  await network(page, 'X').check()
  await dialog.getByLabel('Hashtags').fill('#calm, morning,')
  await expect(dialog.getByRole('article', { name: 'Preview for X (Twitter)' })).toContainText(
    '#calm #morning',
  )
  await dialog.getByLabel('Status').selectOption('Publish Now')
  await dialog.getByRole('button', { name: 'Publish Now' }).click()
  await expect(page.getByText('Social post created')).toBeVisible()
  await expect.poll(async () => (await postOf(text))?.status, { timeout: 60_000 }).toBe('published')
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('link', { name: /See it/ }),
  ).toHaveAttribute('href', /^https:\/\/x\.com\/dayfern\/status\/\d+$/, { timeout: 15_000 })
})

test('what a network would refuse is said in the form, and stays typed', async ({ page }) => {
  const text = 'word '.repeat(70).trim()
  await signIn(page, 'edie')
  await page.goto('/admin/social?edit=new')
  const dialog = page.getByRole('dialog', { name: 'New social post' })
  await dialog.getByLabel('Post text').fill(text)
  await network(page, 'X').check()
  await expect(dialog.getByText(/349\/280, 69 too long/).first()).toBeVisible()
  await dialog.getByLabel('Status').selectOption('Scheduled')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('Please choose when it goes out.')).toBeVisible()
  await dialog.getByLabel('Schedule date').fill(`${dayIn(2)}T10:00`)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('X (Twitter): The text is 69 too long.')).toBeVisible()
  await expect(dialog.getByLabel('Post text')).toHaveValue(text)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog.getByText('What you typed is not saved yet.')).toBeVisible()
})

test('a planned post moves to another day by keys, by its own button, and is deleted and brought back', async ({
  page,
}) => {
  const text = `A walk before work ${Date.now()}`
  await signIn(page, 'edie')
  const made = await page.request.post('/api/admin/social/posts', {
    data: {
      postText: text,
      platforms: ['linkedin'],
      status: 'scheduled',
      scheduledFor: `${dayIn(3)}T15:00:00Z`,
    },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(made.status()).toBe(200)
  await page.goto(`/admin/social?tab=calendar&day=${dayIn(3)}`)
  const grip = page.getByRole('button', { name: `Move “${text}” to another day` })
  await grip.focus()
  await page.keyboard.press('Space')
  // Said to screen readers, and at once followed by the day below it.
  await expect(page.getByText(/is picked up|^Over /)).toBeAttached()
  // Down through the weeks, out of sight of the window too, until there are no more.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('This is the last day shown here')).toBeVisible({ timeout: 300 })
  }).toPass()
  await page.goto(`/admin/social?tab=calendar&day=${dayIn(3)}`)
  await grip.focus()
  await page.keyboard.press('Space')
  // The keys move it only once its own day is announced.
  await expect(page.getByText(`Over ${longDay.format(new Date(dayIn(3)))}.`)).toBeAttached()
  const back = new Date(`${dayIn(3)}T00:00:00Z`).getUTCDay() === 6
  await page.keyboard.press(back ? 'ArrowLeft' : 'ArrowRight')
  await expect(
    page.getByText(`Over ${longDay.format(new Date(dayIn(back ? 2 : 4)))}.`),
  ).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText('Social post updated')).toBeVisible()
  await expect
    .poll(async () => (await postOf(text))?.scheduled_for?.toISOString())
    .toBe(`${dayIn(back ? 2 : 4)}T15:00:00.000Z`)

  await page.getByRole('button', { name: `Change date of “${text}”` }).click()
  await page
    .getByRole('dialog')
    .getByLabel('Goes out')
    .fill(`${dayIn(5)}T08:30`)
  await page.getByRole('dialog').getByRole('button', { name: 'Change date' }).click()
  await expect
    .poll(async () => (await postOf(text))?.scheduled_for?.toISOString().slice(0, 10))
    .toBe(dayIn(5))

  await page.goto(`/admin/social?search=${encodeURIComponent(text)}`)
  await page.getByRole('button', { name: `Delete “${text}”` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Social post deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Social post restored')).toBeVisible()
  expect((await postOf(text))?.status).toBe('scheduled')
})

test('a published piece is shared everywhere: a draft and a preview for each network, planned together', async ({
  page,
}) => {
  const [piece] = await query<{ id: number; title: string; slug: string }>(
    `select id, title, slug from content where status = 'published' and content_type = 'reflection' and deleted_at is null and featured_image_id is not null order by id limit 1`,
  )
  await signIn(page, 'edie')
  await page.goto(`/admin/content?search=${encodeURIComponent(piece?.title ?? '')}`)
  await page.getByRole('link', { name: `Share ${piece?.title} everywhere` }).click()
  await expect(page.getByRole('heading', { name: `Share “${piece?.title}”` })).toBeVisible()
  for (const name of ['LinkedIn', 'Facebook']) {
    const on = page.getByRole('switch', { name: `Post to ${name}` })
    if (!(await on.isChecked())) await on.check()
  }
  await expect(page.getByRole('article', { name: 'Preview for LinkedIn' })).toContainText(
    piece?.title ?? '',
  )
  await page.getByLabel('Text for LinkedIn').fill('In our own words.')
  await expect(page.getByRole('article', { name: 'Preview for LinkedIn' })).toContainText(
    'In our own words.',
  )
  await page.getByLabel('Schedule date').fill(`${dayIn(6)}T09:00`)
  await page.getByRole('button', { name: 'Schedule all' }).click()
  await expect(page.getByText('Social post created')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where it stands' })).toBeVisible()
  const planned = await query<{ value: string; post_text: string }>(
    `select s.value::text as value, p.post_text from social_posts p join social_posts_platforms s on s.parent_id = p.id where p.content_id = $1 and p.status = 'scheduled'`,
    [piece?.id],
  )
  expect(planned).toEqual(
    expect.arrayContaining([
      { value: 'linkedin', post_text: 'In our own words.' },
      expect.objectContaining({ value: 'facebook' }),
    ]),
  )
})

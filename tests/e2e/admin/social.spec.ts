import { expect, type Page } from '@playwright/test'
import { gate, query, signIn, test, waitUntilIdle } from '@tests/support/browser'

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

test('a network is connected through its consent page, and a post is published immediately', async ({
  page,
}) => {
  const text = `Small steps count ${Date.now()}`
  await signIn(page, 'edie')
  await connect(page, 'X (Twitter)')
  await card(page, 'X (Twitter)').getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Connection works')).toBeVisible()

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
      .getByRole('link', { name: /View post/ }),
  ).toHaveAttribute('href', /^https:\/\/x\.com\/dayfern\/status\/\d+$/)
})

test('a post that a network would reject shows errors in the form and keeps the input', async ({
  page,
}) => {
  const text = 'word '.repeat(70).trim()
  await signIn(page, 'edie')
  await page.goto('/admin/social?edit=new')
  const dialog = page.getByRole('dialog', { name: 'New social post' })
  await dialog.getByLabel('Post text').fill(text)
  await network(page, 'X').check()
  await expect(dialog.getByText(/349\/280, 69 over the limit/).first()).toBeVisible()
  await dialog.getByLabel('Status').selectOption('Scheduled')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('Please choose when to publish it.')).toBeVisible()
  await dialog.getByLabel('Schedule date').fill(`${dayIn(2)}T10:00`)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog.getByText('X (Twitter): The text is 69 over the limit.')).toBeVisible()
  await expect(dialog.getByLabel('Post text')).toHaveValue(text)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog.getByText('You have unsaved changes.')).toBeVisible()
})

test('a scheduled post is moved to another day by keyboard and by its button, then deleted and restored', async ({
  page,
}) => {
  const text = `A walk before work ${Date.now()}`
  await signIn(page, 'edie')
  const response = await page.request.post('/api/admin/social/posts', {
    data: {
      postText: text,
      platforms: ['linkedin'],
      status: 'scheduled',
      scheduledFor: `${dayIn(3)}T15:00:00Z`,
    },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(response.status()).toBe(201)
  await page.goto(`/admin/social?tab=calendar&day=${dayIn(3)}`)
  const dragHandle = page.getByRole('button', { name: `Move “${text}” to another day` })
  await dragHandle.focus()
  await page.keyboard.press('Space')
  // The announcement for screen readers may already have been replaced by that of the day.
  await expect(page.getByText(/is picked up|^Over /)).toBeAttached()
  // Move down through the weeks, beyond the viewport, to the last one.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('No more days in this view')).toBeVisible({ timeout: 300 })
  }).toPass()
  await page.goto(`/admin/social?tab=calendar&day=${dayIn(3)}`)
  // The arrow keys work only after the post's own day is announced. A key pressed before hydration is lost.
  await expect(async () => {
    await dragHandle.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText(`Over ${longDay.format(new Date(dayIn(3)))}.`)).toBeAttached({
      timeout: 3000,
    })
  }).toPass()
  const isSaturday = new Date(`${dayIn(3)}T00:00:00Z`).getUTCDay() === 6
  await page.keyboard.press(isSaturday ? 'ArrowLeft' : 'ArrowRight')
  await expect(
    page.getByText(`Over ${longDay.format(new Date(dayIn(isSaturday ? 2 : 4)))}.`),
  ).toBeAttached()
  await page.keyboard.press('Space')
  await expect(page.getByText('Social post updated')).toBeVisible()
  await expect
    .poll(async () => (await postOf(text))?.scheduled_for?.toISOString())
    .toBe(`${dayIn(isSaturday ? 2 : 4)}T15:00:00.000Z`)

  await page.getByRole('button', { name: `Change date of “${text}”` }).click()
  await page
    .getByRole('dialog')
    .getByLabel('Scheduled for')
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

test('posts that are dropped while one is being saved stay where they were dropped', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'edie')
  const mark = Date.now()
  const texts = ['First', 'Second'].map((name) => `${name} drop ${mark}`)
  for (const postText of texts)
    await page.request.post('/api/admin/social/posts', {
      data: {
        postText,
        platforms: ['linkedin'],
        status: 'scheduled',
        scheduledFor: `${dayIn(3)}T15:00:00Z`,
      },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
  await page.goto(`/admin/social?tab=calendar&day=${dayIn(3)}`)
  const drop = async (text: string, day: string) => {
    await page.getByRole('button', { name: `Move “${text}” to another day` }).hover()
    await page.mouse.down()
    const box = await page
      .getByRole('region', { name: longDay.format(new Date(day)), exact: true })
      .boundingBox()
    if (!box) throw new Error('The day is not on the page.')
    await page.mouse.move(box.x + box.width / 2, box.y + 40, { steps: 10 })
    // A drop before the day is known to be below the post moves nothing.
    await expect(page.getByText(`Over ${longDay.format(new Date(day))}.`)).toBeAttached()
    await page.mouse.up()
  }
  const isSaturday = new Date(`${dayIn(3)}T00:00:00Z`).getUTCDay() === 6
  const beside = dayIn(isSaturday ? 2 : 4)
  const entries = page
    .getByRole('region', { name: longDay.format(new Date(beside)), exact: true })
    .getByRole('listitem')
  const { open, opened } = gate()
  await page.route('**/api/admin/social/posts/*/schedule', async (route) => {
    await opened
    await route.continue()
  })
  for (const [index, text] of texts.entries()) {
    const sent = page.waitForRequest('**/api/admin/social/posts/*/schedule')
    await drop(text, beside)
    if (index === 0) await sent
    await expect(entries.filter({ hasText: text })).toBeVisible()
  }
  // Moved again before its first move was saved.
  await drop(texts[0] ?? '', dayIn(3))
  await expect(entries.filter({ hasText: texts[0] })).toBeHidden()
  open()
  await expect
    .poll(async () =>
      (await Promise.all(texts.map(postOf))).map((post) =>
        post?.scheduled_for?.toISOString().slice(0, 10),
      ),
    )
    .toEqual([dayIn(3), beside])
  await expect(page.getByText('Error updating social post')).toBeHidden()
})

test('published content is scheduled for several networks at once, with a text and preview for each', async ({
  page,
}) => {
  const [content] = await query<{ id: number; title: string; slug: string }>(
    `select id, title, slug from content where status = 'published' and content_type = 'reflection' and deleted_at is null and featured_image_id is not null order by id limit 1`,
  )
  await signIn(page, 'edie')
  await page.goto(`/admin/content?search=${encodeURIComponent(content?.title ?? '')}`)
  await page.getByRole('link', { name: `Share ${content?.title} everywhere` }).click()
  await expect(page.getByRole('heading', { name: `Share “${content?.title}”` })).toBeVisible()
  for (const name of ['LinkedIn', 'Facebook']) {
    const toggle = page.getByRole('switch', { name: `Post to ${name}` })
    if (!(await toggle.isChecked())) await toggle.check()
  }
  await expect(page.getByRole('article', { name: 'Preview for LinkedIn' })).toContainText(
    content?.title ?? '',
  )
  await page.getByLabel('Text for LinkedIn').fill('In our own words.')
  await expect(page.getByRole('article', { name: 'Preview for LinkedIn' })).toContainText(
    'In our own words.',
  )
  await page.getByLabel('Schedule date').fill(`${dayIn(6)}T09:00`)
  await page.getByRole('button', { name: 'Schedule all' }).click()
  await expect(page.getByText('Social post created')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Existing posts' })).toBeVisible()
  const scheduledPosts = await query<{ value: string; post_text: string }>(
    `select s.value::text as value, p.post_text from social_posts p join social_posts_platforms s on s.parent_id = p.id where p.content_id = $1 and p.status = 'scheduled'`,
    [content?.id],
  )
  expect(scheduledPosts).toEqual(
    expect.arrayContaining([
      { value: 'linkedin', post_text: 'In our own words.' },
      expect.objectContaining({ value: 'facebook' }),
    ]),
  )
})

test('a preview that couldn’t be loaded says so, and one that was closed stays closed', async ({
  page,
}) => {
  const [content] = await query<{ id: number }>(
    `select id from content where status = 'published' and content_type = 'reflection' and deleted_at is null order by id limit 1`,
  )
  await page.route('**/api/admin/social/preview', (route) => route.abort())
  await signIn(page, 'marisol')
  await page.goto(`/admin/social/share/${content?.id}`)
  const toggle = page.getByRole('switch', { name: 'Post to LinkedIn' })
  if (!(await toggle.isChecked())) await toggle.check()
  await expect(page.getByText('Couldn’t reach the shop.', { exact: false }).first()).toBeVisible()
  await page.unroute('**/api/admin/social/preview')
  await page.getByLabel('Text for LinkedIn').fill('Loaded again.')
  await expect(page.getByRole('article', { name: 'Preview for LinkedIn' })).toContainText(
    'Loaded again.',
  )

  const { open: answer, opened: answered } = gate()
  await page.route('**/api/admin/mailchimp/digest*', async (route) => {
    await answered
    await route.fulfill({ json: { subject: 'Late', html: '<p>Late</p>' } })
  })
  await page.getByRole('button', { name: 'Preview newsletter' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Loading preview…')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const arrived = page.waitForResponse('**/api/admin/mailchimp/digest*')
  answer()
  await (await arrived).finished()
  await waitUntilIdle(page)
  await expect(dialog).toBeHidden()
})

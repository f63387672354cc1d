import { expect, type Locator, type Page } from '@playwright/test'
import { gate, ownContent, query, signIn, test } from '@tests/support/browser'

const textOf = (page: Page) => page.locator('.ContentEditable__root')
const titleOf = (page: Page) => page.getByRole('textbox', { name: /^Title/ })

const paste = (editor: Locator, html: string): Promise<void> =>
  editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pasted)
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, html)

/** Holds the next request to a path back until `release` is called. */
const hold = async (page: Page, path: RegExp) => {
  const { open: arrive, opened: arrived } = gate()
  const { open: release, opened: released } = gate()
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route) => {
      arrive()
      await released
      await route.continue()
    },
    { times: 1 },
  )
  return { arrived, release: () => release() }
}

test('what is typed while an article is created stays, and typing goes on where it was', async ({
  page,
}) => {
  const title = `While it is created ${Date.now()}`
  await signIn(page, 'edie')
  await page.goto('/admin/content/new')
  await titleOf(page).fill(title)
  await textOf(page).click()
  await page.keyboard.type('First.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Second')
  const creation = await hold(page, /^\/cms\/api\/content$/)
  const opening = await hold(page, /^\/admin\/(collections\/)?content\/\d+$/)
  await page.keyboard.press('Control+s')
  await creation.arrived
  await page.keyboard.type(', typed while it is sent')
  // A second press creates no second article.
  await page.keyboard.press('Control+s')
  creation.release()
  await opening.arrived
  await page.keyboard.type(', and while its page loads')
  await page.keyboard.press('ArrowLeft')
  opening.release()
  await expect(page).toHaveURL(/\/admin\/content\/\d+$/)
  await expect(textOf(page)).toBeFocused()
  await expect(textOf(page)).toHaveText(
    'First.Second, typed while it is sent, and while its page loads',
  )
  await page.keyboard.type('X')
  await expect(textOf(page)).toHaveText(
    'First.Second, typed while it is sent, and while its page loadXs',
  )
  // An autosave stores it.
  await expect
    .poll(async () =>
      JSON.stringify(await query('select body from content where title = $1', [title])),
    )
    .toContain('while its page loadXs')
  expect(await query('select id from content where title = $1', [title])).toHaveLength(1)
  // It isn't offered again as unsaved input.
  await page.goto('/admin/content/new')
  await expect(titleOf(page)).toBeFocused()
  await expect(page.locator('.df-draft-offer', { hasText: title })).toHaveCount(0)
})

test('lists, tables, and headings that are pasted from Word stay what they are, in articles and pages', async ({
  page,
}) => {
  const item = (level: number, marker: string, text: string): string =>
    `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
  const html = `<html><body><!--StartFragment--><h1>What to bring</h1>${item(1, '·', 'Tea')}${item(2, '1.', 'Green')}${item(2, '2.', 'Black')}${item(1, '·', 'A cup')}<table><tr><td><p>Day</p></td><td><p>Tea</p></td></tr><tr><td><p>Monday</p></td><td><p>Mint</p></td></tr></table><p>That is all.</p><!--EndFragment--></body></html>`
  const content = await ownContent()
  const [about] = await query<{ id: number }>("select id from pages where slug = 'about'")
  await signIn(page, 'marisol')
  await page.goto(`/admin/content/${content.id}`)
  const text = textOf(page)
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await paste(text, html)
  await expect(text.locator('h2')).toHaveText('What to bring')
  await expect(text.locator('ul > li > ol > li')).toHaveText(['Green', 'Black'])
  await expect(text.getByLabel('Rows')).toHaveValue('| Day | Tea |\n| Monday | Mint |')
  await page.keyboard.type(' And a friend.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Content updated').first()).toBeVisible()
  await page.goto(`/blog/${content.slug}`)
  const article = page.locator('main')
  await expect(article.getByRole('heading', { name: 'What to bring', level: 2 })).toBeVisible()
  await expect(article.locator('ul > li ol > li')).toHaveText(['Green', 'Black'])
  await expect(article.getByRole('cell')).toHaveText(['Monday', 'Mint'])
  await expect(article.getByText('That is all. And a friend.')).toBeVisible()

  await page.goto(`/admin/pages/${about?.id}`)
  await textOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await paste(textOf(page), html)
  await expect(textOf(page).locator('ul > li > ol > li')).toHaveText(['Green', 'Black'])
  await expect(textOf(page).getByText('Mint', { exact: true })).toBeVisible()

  // Word for the web writes a list for each item, and Google Docs formats as styles.
  const ofWeb = (tag: string, level: number, item: string): string =>
    `<div><${tag}><li data-aria-level="${level}"><p><span>${item}</span><span class="EOP">&nbsp;</span></p></li></${tag}></div>`
  await page.keyboard.press('Control+a')
  await paste(
    textOf(page),
    ofWeb('ul', 1, 'Tea') +
      ofWeb('ol', 2, 'Green') +
      ofWeb('ol', 2, 'Black') +
      ofWeb('ul', 1, 'Cup'),
  )
  await expect(textOf(page).locator('ul > li > ol > li')).toHaveText(['Green', 'Black'])
  // Below the list: a list that is replaced keeps its first item.
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await paste(
    textOf(page),
    '<b style="font-weight:normal" id="docs-internal-guid-1"><h1>Day one</h1><p><span style="font-weight:400">plain </span><span style="font-weight:700">strong</span></p></b>',
  )
  await expect(textOf(page).locator('h2')).toHaveText('Day one')
  await expect(textOf(page).locator('strong')).toHaveText('strong')
})

test('without a connection, a save says so in the shop’s words', async ({ page }) => {
  const content = await ownContent()
  await signIn(page, 'edie')
  await page.goto(`/admin/content/${content.id}`)
  await expect(textOf(page)).toHaveText('Few words.')
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await titleOf(page).fill('Written on a train')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page
      .getByText('Couldn’t reach the shop. Your changes are still here; please try again.')
      .first(),
  ).toBeVisible()
  await expect(page.getByText('Failed to fetch')).toHaveCount(0)
})

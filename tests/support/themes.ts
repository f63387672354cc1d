import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { query, waitForContent } from '@tests/support/browser'
import { findBannedPhrases } from '@tests/support/voice'

type Theme = 'light' | 'dark'
type Options = {
  /** Prefix of each reported violation. */
  name: string
  /** Changes the theme of the page. Defaults to the browser's color scheme, which the shop follows. */
  setTheme?: (page: Page, theme: Theme) => Promise<unknown>
}

/** Rules that depend on colors. */
const colorRules = ['color-contrast', 'link-in-text-block']
const height = 900
/** Waits until no CSS transition has run for three frames: inherited colors arrive one frame later per transition. */
const waitForTransitions = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let idleFrames = 0
        const countFrame = () => {
          idleFrames = document
            .getAnimations()
            .some((one) => one instanceof CSSTransition && one.playState !== 'finished')
            ? 0
            : idleFrames + 1
          if (idleFrames < 3) requestAnimationFrame(countFrame)
          else resolve()
        }
        requestAnimationFrame(countFrame)
      }),
  )

/** Titles and excerpts of articles, which lists show next to the interface. */
const editorialTexts = async (): Promise<string[]> =>
  (await query<{ text: string }>('select unnest(array[title, excerpt]) as text from content'))
    .map(({ text }) => text)
    .filter(Boolean)

/**
 * Returns the interface text of a page: visible text without articles, descriptions, and customers’
 * texts.
 */
const interfaceText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const editorial = '.reading, [contenteditable], textarea, script, style'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest(editorial)) texts.push(node.textContent ?? '')
    return texts.join(' | ')
  })

/** Returns the elements that make the page scroll horizontally, or none. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 160))
      .slice(-5)
  })

/**
 * Asserts that the page uses no phrase that `docs/voice.md` rules out, has no axe violations in both themes at 390 and 1440 pixels, and does not scroll horizontally.
 * All rules run once per width; the second theme runs only the rules that depend on colors.
 */
export async function expectAccessible(
  page: Page,
  { name, setTheme = (target, theme) => target.emulateMedia({ colorScheme: theme }) }: Options,
): Promise<void> {
  const expectNoViolations = async (variant: string, rules?: string[]): Promise<void> => {
    // Legacy mode analyzes without opening a second page, which only pages with frames need.
    // Reporting violations only is faster.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
    expect
      .soft(
        violations.map(
          ({ id, nodes }) =>
            `${name} (${variant}): ${id} ${nodes.length} × ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.any[0]?.message ?? ''}`,
        ),
      )
      .toEqual([])
  }
  await waitForContent(page)
  const wording = (await editorialTexts()).reduce(
    (text, editorial) => text.replaceAll(editorial, ''),
    await interfaceText(page),
  )
  expect.soft(findBannedPhrases(wording), `${name}: wording`).toEqual([])
  for (const [width, theme, other] of [
    [390, 'light', 'dark'],
    [1440, 'dark', 'light'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await setTheme(page, theme)
    await waitForTransitions(page)
    await expectNoViolations(`${theme}, ${width} px`)
    expect.soft(await overflowing(page), `${name} scrolls horizontally at ${width} px`).toEqual([])
    await setTheme(page, other)
    await waitForTransitions(page)
    await expectNoViolations(`${other}, ${width} px`, colorRules)
  }
}

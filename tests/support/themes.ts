import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Theme = 'light' | 'dark'
type Settings = {
  /** Put before what is found. */
  name: string
  /** How this page changes its theme; the shop follows the browser's. */
  setTheme?: (page: Page, theme: Theme) => Promise<unknown>
  /** Narrows or widens what axe looks at. */
  look?: (axe: AxeBuilder) => AxeBuilder
}

/** What stands or falls with colors. */
const colorRules = ['color-contrast', 'link-in-text-block']
const height = 900
/** The colors stand still: what is inherited through several transitions, however short, arrives a frame later at each. */
const settled = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let still = 0
        const look = () => {
          still = document
            .getAnimations()
            .some((one) => one instanceof CSSTransition && one.playState !== 'finished')
            ? 0
            : still + 1
          if (still < 3) requestAnimationFrame(look)
          else resolve()
        }
        requestAnimationFrame(look)
      }),
  )

/**
 * axe finds nothing on the page as it stands, in both themes at 390 and 1440 pixels, and nothing scrolls sideways. One visit
 * for the four: another width is asked everything again, another theme only what depends on colors.
 */
export async function expectGoodInEveryLook(
  page: Page,
  {
    name,
    setTheme = (at, theme) => at.emulateMedia({ colorScheme: theme }),
    look = (axe) => axe,
  }: Settings,
): Promise<void> {
  const ask = async (what: string, rules?: string[]): Promise<void> => {
    // The old way asks the page itself, without a second one to put the answer together: our pages have no frames.
    // Only what is wrong is written down, not all that is well.
    const axe = look(
      new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }),
    )
    const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
    expect
      .soft(
        violations.map(
          ({ id, nodes }) =>
            `${name} (${what}): ${id} ${nodes.length} × ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.any[0]?.message ?? ''}`,
        ),
      )
      .toEqual([])
  }
  for (const [width, theme, other] of [
    [390, 'light', 'dark'],
    [1440, 'dark', 'light'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await setTheme(page, theme)
    await settled(page)
    await ask(`${theme}, ${width} px`)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect.soft(overflow, `${name} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
    await setTheme(page, other)
    await settled(page)
    await ask(`${other}, ${width} px`, colorRules)
  }
}

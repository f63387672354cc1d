import { expect, type Locator, type Page } from '@playwright/test'

type Role = Parameters<Page['getByRole']>[0]
type Stop = { what: string; isFocused: boolean; isInSight: boolean; hasRing: boolean }

/** What has the focus in the page: whether it is on the screen with nothing over it, and whether one can see that it has the focus. */
const stopOf = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const isFocused = element !== null && element !== document.body
    // A radio button that is drawn as a block shows its focus on the block.
    const shown =
      element instanceof HTMLInputElement && element.getBoundingClientRect().width <= 1
        ? element.closest('label')
        : element
    if (!isFocused || !shown)
      return { what: 'nothing', isFocused: false, isInSight: false, hasRing: false }
    const { left, top, width, height } = shown.getBoundingClientRect()
    const points = [
      [0.5, 0.5],
      [0.1, 0.5],
      [0.9, 0.5],
      [0.5, 0.1],
      [0.5, 0.9],
    ].map(([x = 0, y = 0]) => [left + width * x, top + height * y] as const)
    const root = shown.getRootNode() as Document | ShadowRoot
    const isInSight = points.some(([x, y]) => {
      const there = root.elementFromPoint(x, y)
      return there !== null && (shown.contains(there) || there.contains(shown))
    })
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(shown)
    const hasRing =
      (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    return { what: shown.outerHTML.slice(0, 200), isFocused, isInSight, hasRing }
  })

/**
 * Goes on with Tab (or back with Shift+Tab) to what has this role and name. At each stop on the way the focus is in sight and shown.
 * @throws when it is not reached with `most` presses
 */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  {
    most = 40,
    back = false,
    within = page,
  }: { most?: number; back?: boolean; within?: Page | Locator } = {},
): Promise<void> {
  const target = within.getByRole(role, { name, exact: typeof name === 'string' })
  const seen: string[] = []
  for (let pressed = 0; pressed < most; pressed += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const stop = await stopOf(page)
    seen.push(stop.what)
    // From the last stop of a page the focus goes to the browser's own bars and begins again.
    if (stop.isFocused)
      await expect
        .poll(() => stopOf(page), {
          message: `after ${seen.length} presses`,
          intervals: [20, 50, 100],
          timeout: 3000,
        })
        .toMatchObject({ isInSight: true, hasRing: true })
    const isThere = await target.evaluateAll((found) =>
      found.some(
        (one) =>
          one === document.activeElement ||
          (one.getRootNode() instanceof ShadowRoot &&
            (one.getRootNode() as ShadowRoot).activeElement === one),
      ),
    )
    if (isThere) return
  }
  throw new Error(
    `${role} "${String(name)}" was not reached with ${most} presses of ${back ? 'Shift+Tab' : 'Tab'}:\n${seen.join('\n')}`,
  )
}

/** Goes to a link or button and presses it. */
export async function pressOn(
  page: Page,
  role: 'link' | 'button',
  name: string | RegExp,
  options: Parameters<typeof tabTo>[3] = {},
): Promise<void> {
  await tabTo(page, role, name, options)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', name)
  await page.keyboard.type(text)
}

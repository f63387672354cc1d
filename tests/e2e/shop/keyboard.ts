import { expect, type Locator, type Page } from '@playwright/test'
import { waitUntilReady } from '@tests/support/browser'

type Role = Parameters<Page['getByRole']>[0]
type FocusStop = { html: string; isFocused: boolean; isInSight: boolean; hasRing: boolean }

/** Describes the focused element, whether it is visible in the viewport, and whether it has a focus ring. */
const focusStop = (page: Page): Promise<FocusStop> =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const isFocused = element !== null && element !== document.body
    // A visually hidden radio button shows its focus ring on its label.
    const shown =
      element instanceof HTMLInputElement && element.getBoundingClientRect().width <= 1
        ? element.closest('label')
        : element
    if (!isFocused || !shown)
      return { html: 'nothing', isFocused: false, isInSight: false, hasRing: false }
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
      const topElement = root.elementFromPoint(x, y)
      return topElement !== null && (shown.contains(topElement) || topElement.contains(shown))
    })
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(shown)
    const hasRing =
      (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    return { html: shown.outerHTML.slice(0, 200), isFocused, isInSight, hasRing }
  })

/**
 * Once the page is ready, presses Tab (or Shift+Tab) until the element with this role and name has focus. Asserts at each
 * stop that focus is visible.
 * @throws when it is not reached within `maxPresses`
 */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  {
    maxPresses = 40,
    back = false,
    within = page,
  }: { maxPresses?: number; back?: boolean; within?: Page | Locator } = {},
): Promise<void> {
  await waitUntilReady(page)
  const target = within.getByRole(role, { name, exact: typeof name === 'string' })
  const seen: string[] = []
  for (let pressed = 0; pressed < maxPresses; pressed += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    const stop = await focusStop(page)
    seen.push(stop.html)
    // After the last stop, focus moves to the browser's toolbar, so nothing on the page has it.
    if (stop.isFocused)
      await expect
        .poll(() => focusStop(page), {
          message: `after ${seen.length} presses`,
          intervals: [20, 50, 100],
        })
        .toMatchObject({ isInSight: true, hasRing: true })
    const isReached = await target.evaluateAll((elements) =>
      elements.some(
        (one) =>
          one === document.activeElement ||
          (one.getRootNode() instanceof ShadowRoot &&
            (one.getRootNode() as ShadowRoot).activeElement === one),
      ),
    )
    if (isReached) return
  }
  throw new Error(
    `${role} "${String(name)}" was not reached with ${maxPresses} presses of ${back ? 'Shift+Tab' : 'Tab'}:\n${seen.join('\n')}`,
  )
}

/** Tabs to a link or button and presses Enter. */
export async function pressOn(
  page: Page,
  role: 'link' | 'button',
  name: string | RegExp,
  options: Parameters<typeof tabTo>[3] = {},
): Promise<void> {
  await tabTo(page, role, name, options)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and types. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', name)
  await page.keyboard.type(text)
}

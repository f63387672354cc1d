/**
 * A ref that moves the focus to an element once, when it appears. As an inline function it would take the focus back at
 * each render.
 */
export function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}

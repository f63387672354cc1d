import type { ComponentProps } from 'react'

/** Moves the focus to what replaces a pressed button. */
export function focusFirst(element: HTMLElement | null): void {
  if (document.activeElement === document.body)
    element?.querySelector<HTMLElement>('input, button')?.focus()
}

export function RemoveButton({
  name,
  ...button
}: Pick<ComponentProps<'button'>, 'disabled' | 'onClick'> & { name: string }) {
  return (
    <button
      type="button"
      className="link min-h-11 justify-self-start text-small"
      aria-label={`Remove ${name}`}
      {...button}
    >
      Remove
    </button>
  )
}

/** Stands in place of the ways to pay while a code couldn't be checked: paying must not leave it out. */
export function UncheckedCode() {
  return (
    <p className="text-center text-small text-ink-soft">
      Check your code again or remove it to continue.
    </p>
  )
}

/**
 * Focuses the first partly filled-in date, which then shows its error, and returns whether there is one. Browsers
 * report such a date as blank, which would be saved as “now” or “no end”.
 */
export function hasHalfDate(form: HTMLFormElement): boolean {
  const half = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput)
  if (!half) return false
  half.reportValidity()
  // The browser does that only where it shows its own message.
  half.focus()
  return true
}

/**
 * Goes to the first date that is only half filled in, which then says so, and tells whether there is one. Its value is
 * blank, which may mean “now” or “no end”.
 */
export function hasHalfDate(form: HTMLFormElement): boolean {
  const half = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput)
  if (!half) return false
  half.reportValidity()
  // The browser does that only where it shows its own message.
  half.focus()
  return true
}

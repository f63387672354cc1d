/**
 * Goes to the first date that is only half filled in, where the browser says what is missing, and tells whether there is
 * one. Its value is blank, which may mean “now” or “no end”.
 */
export function hasHalfDate(form: HTMLFormElement): boolean {
  const half = [...form.querySelectorAll('input')].find(({ validity }) => validity.badInput)
  return half?.reportValidity() === false
}

/** What a user name and a password must be. The same rules in the form, in the calls and in the words beside the fields. */
export const usernameRule = { min: 3, max: 40, pattern: /^[a-z0-9._-]+$/ } as const
export const passwordRule = { min: 10, max: 128 } as const

export function normalizeUsername(typed: string): string {
  return typed.trim().toLowerCase()
}

/** The sentence for a user name that cannot be taken, or null. `username` is tidy. */
export function usernameError(username: string): string | null {
  if (username === '') return 'Please choose a username.'
  if (username.includes('@'))
    return 'A username has no @ in it. Your email address has a field of its own.'
  if (username.length < usernameRule.min)
    return `Please use at least ${usernameRule.min} characters.`
  if (username.length > usernameRule.max)
    return `Please use at most ${usernameRule.max} characters.`
  return usernameRule.pattern.test(username)
    ? null
    : 'Please use only letters, digits, dots, dashes and underscores.'
}

/** The sentence for a password that is too short, too long or the user name itself, or null. Nothing is cut from it. */
export function passwordError(password: string, username = ''): string | null {
  if (password === '') return 'Please choose a password.'
  if ([...password].length < passwordRule.min)
    return `Please use at least ${passwordRule.min} characters. A few words in a row are good.`
  if (password.length > passwordRule.max)
    return `Please use at most ${passwordRule.max} characters.`
  if (username !== '' && password.toLowerCase() === username.toLowerCase())
    return 'Please choose something else than your username.'
  return new Set(password).size < 3
    ? 'This password is too easy to guess. A few words in a row are good.'
    : null
}

/** Eight codes on paper for people without an email address. */
export const recoveryCodeCount = 8
const codeLetters = /[^a-z0-9]/g
/** A code as it is compared: 'ABCD-EFGH …' and 'abcdefgh…' are the same. */
export function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(codeLetters, '')
}

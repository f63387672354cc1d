/** Limits of usernames and passwords, shared by forms, endpoints, and hints. */
const usernameRule = { min: 3, max: 40, pattern: /^[a-z0-9._-]+$/ } as const
export const passwordRule = { min: 10, max: 128 } as const

export function normalizeUsername(input: string): string {
  return input.trim().toLowerCase()
}

/** Returns the error message for an invalid username, or null. `username` is normalized. */
export function usernameError(username: string): string | null {
  if (username === '') return 'Please choose a username.'
  if (username.includes('@'))
    return 'Usernames can’t contain @. Enter your email address in its own field.'
  if (username.length < usernameRule.min)
    return `Please use at least ${usernameRule.min} characters.`
  if (username.length > usernameRule.max)
    return `Please use ${usernameRule.max} characters or fewer.`
  return usernameRule.pattern.test(username)
    ? null
    : 'Use only letters, numbers, dots, dashes, and underscores.'
}

/** Returns the error message for an unsuitable password, or null. The password is not trimmed. */
export function passwordError(password: string, username = ''): string | null {
  if (password === '') return 'Please choose a password.'
  if ([...password].length < passwordRule.min)
    return `Please use at least ${passwordRule.min} characters.`
  if (password.length > passwordRule.max)
    return `Please use ${passwordRule.max} characters or fewer.`
  if (username !== '' && password.toLowerCase() === username.toLowerCase())
    return 'Your password can’t be your username.'
  return new Set(password).size < 3
    ? 'That password is too easy to guess. A short phrase works well.'
    : null
}

/** Number of recovery codes that a user prints, for accounts without an email address. */
export const recoveryCodeCount = 8
/** Number of backup codes for the second step of signing in. */
export const backupCodeCount = 10
/** Returns a code as it is hashed: 'ABCD-EFGH …' and 'abcdefgh…' are the same. */
export function normalizeRecoveryCode(input: string): string {
  return input.toLowerCase().replace(/[^a-z0-9]/g, '')
}

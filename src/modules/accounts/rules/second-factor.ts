/** Apps show codes as '123 456'. */
export function normalizeAppCode(code: string): string {
  return code.replace(/\s/g, '')
}

/** Whether this is a code of an authenticator app; anything else is taken for a backup code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(normalizeAppCode(code))
}

/** What ended a sign-in through somebody else, and the note on the sign-in page (storefront specification 8). Other values show nothing. */
export const signInErrors = {
  tiktok_auth_failed: 'TikTok authentication failed. Please try again.',
  tiktok_token_failed: 'Failed to get TikTok access token. Please try again.',
  tiktok_user_failed: 'Failed to get TikTok user information. Please try again.',
  tiktok_login_failed: 'TikTok login failed. Please try again.',
  login_failed: 'Login failed. Please try again.',
  tiktok_oauth_failed: 'TikTok OAuth process failed. Please try again.',
  /** Ours: the address is already known here, and linking it unasked would hand the account over. */
  connect_first:
    'There is already an account with that email address. Please sign in with your password, then connect the other way under “Sign-in and security”.',
} as const
export type SignInError = keyof typeof signInErrors

export function signInErrorText(value: unknown): string | null {
  return typeof value === 'string' && Object.hasOwn(signInErrors, value)
    ? signInErrors[value as SignInError]
    : null
}

const connectErrors: Record<string, string> = {
  ...signInErrors,
  connect_taken:
    'This sign-in belongs to another account here, or you have connected another one of the same kind. Disconnect that one first.',
}

/** The same for the page on which people connect other ways to sign in. */
export function connectErrorText(value: unknown): string | null {
  return typeof value === 'string' && Object.hasOwn(connectErrors, value)
    ? (connectErrors[value] ?? null)
    : null
}

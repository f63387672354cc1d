/** Error codes of a sign-in through a provider, with their messages (storefront specification 8). Other codes show nothing. */
const signInErrors = {
  tiktok_auth_failed: 'TikTok authentication failed. Please try again.',
  tiktok_token_failed: 'Failed to get TikTok access token. Please try again.',
  tiktok_user_failed: 'Failed to get TikTok user information. Please try again.',
  tiktok_login_failed: 'TikTok login failed. Please try again.',
  login_failed: 'Login failed. Please try again.',
  tiktok_oauth_failed: 'TikTok OAuth process failed. Please try again.',
  /** Not in the specification: linking an unconfirmed address would hand the account over. */
  connect_first:
    'There’s already an account with that email address. Sign in the way you did before, then connect this one under “Sign-in and security.”',
} as const
export type SignInError = keyof typeof signInErrors

const messageFor = (messages: Record<string, string>, code: unknown): string | null =>
  typeof code === 'string' && Object.hasOwn(messages, code) ? (messages[code] ?? null) : null

export function signInErrorText(code: unknown): string | null {
  return messageFor(signInErrors, code)
}

const connectErrors = {
  ...signInErrors,
  confirm_first: 'Please sign in again to confirm it’s you, then connect it within 10 minutes.',
  connect_taken:
    'That account is already connected to another Dayfern account, or you’ve already connected a different one here. Disconnect it first.',
}

/** The same for the page on which users connect other sign-in methods. */
export function connectErrorText(code: unknown): string | null {
  return messageFor(connectErrors, code)
}

/** Payload's name of the session cookie (`cookiePrefix` is left at its default). */
export const sessionCookie = 'payload-token'

/**
 * A cookie that scripts can read: someone is signed in here. It holds no other information. Set at
 * sign-in and cleared at sign-out; pages that don't see it skip the request for the user.
 */
export const sessionHintCookie = { name: 'dayfern-person', value: '1' } as const

/** Holds the keys of the orders that this browser placed last. Sent only to paths below /order. */
export const checkoutCookie = { name: 'dayfern-checkout', path: '/order' } as const

/** Holds a sign-in whose password was right until the second step is done. Encrypted. */
export const pendingSignInCookie = 'dayfern-pending'

/**
 * Recognizes a browser in which a staff member has signed in. Random, stays when they sign out, and is
 * set for staff only.
 */
export const deviceCookie = 'dayfern-device'

/** Returns the id of the session that a request came with, which Payload puts on its user. */
export function getSessionId(user: object | null | undefined): string | undefined {
  return user && '_sid' in user && typeof user._sid === 'string' ? user._sid : undefined
}

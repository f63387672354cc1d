/** Payload's own name for the session cookie (`cookiePrefix` is left at its default). */
export const sessionCookie = 'payload-token'

/**
 * A cookie beside the session's own, readable by scripts and without any information: somebody is signed in here.
 * Set at sign-in, cleared at sign-out. Visitors' pages see that it is missing and ask nothing.
 */
export const sessionHintCookie = { name: 'dayfern-person', value: '1' } as const

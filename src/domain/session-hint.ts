/**
 * A cookie beside the session's own, readable by scripts and without any information: somebody is signed in here.
 * Set at sign-in, cleared at sign-out. Visitors' pages see that it is missing and ask nothing.
 */
export const sessionHint = { name: 'dayfern-person', value: '1' } as const

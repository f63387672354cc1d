/** The mails about an account. `address-taken` goes to the owner of an address that somebody else typed. */
export const accountMailKinds = ['verify-email', 'address-taken', 'reset-password', 'password-changed', 'email-change-asked', 'sign-in-connected'] as const
export type AccountMailKind = (typeof accountMailKinds)[number]

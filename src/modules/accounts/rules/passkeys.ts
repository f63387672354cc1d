/** Enough for all devices and a few security keys. */
export const maxPasskeys = 10
export const maxPasskeyNameLength = 60

export type PasskeyView = {
  id: number
  name: string
  /** ISO 8601. */
  createdAt: string
  lastUsedAt: string | null
  /** Synced to other devices of the user. */
  isSynced: boolean
}

/** 'Added Nov 24, 2026. Last used Nov 25, 2026. Synced.' */
export function describePasskey(
  { createdAt, lastUsedAt, isSynced }: PasskeyView,
  timeZone: string,
): string {
  const day = (at: string): string =>
    new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone })
  return [
    `Added ${day(createdAt)}.`,
    lastUsedAt ? `Last used ${day(lastUsedAt)}.` : 'Not used yet.',
    ...(isSynced ? ['Synced across your devices.'] : []),
  ].join(' ')
}

/** One message for every reason, so that an attempt reveals nothing. */
export const passkeyFailedMessage =
  'That passkey didn’t work. Please try again, or sign in another way.'

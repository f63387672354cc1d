import { createHash } from 'node:crypto'

/** A test user. The same users have accounts at all sign-in providers, so that linking can be tried. */
export interface Person {
  key: string
  name: string
  givenName: string
  familyName: string
  /** Null if the user has none. */
  email: string | null
  /** Google reports this. */
  emailVerified: boolean
}

export function firstPeople(): Record<string, Person> {
  return Object.fromEntries(
    [
      {
        key: 'riley',
        name: 'Riley Rivers',
        givenName: 'Riley',
        familyName: 'Rivers',
        email: 'riley.rivers@example.com',
        emailVerified: true,
      },
      {
        key: 'sam',
        name: 'Sam Stone',
        givenName: 'Sam',
        familyName: 'Stone',
        email: 'sam.stone@example.com',
        emailVerified: false,
      },
      {
        key: 'wren',
        name: 'Wren Okafor',
        givenName: 'Wren',
        familyName: 'Okafor',
        email: 'wren.okafor@example.com',
        emailVerified: true,
      },
      {
        key: 'ash',
        name: 'Ash Alder',
        givenName: 'Ash',
        familyName: 'Alder',
        email: null,
        emailVerified: false,
      },
    ].map((person) => [person.key, person]),
  )
}

const hashOf = (provider: string, key: string): Buffer =>
  createHash('sha256').update(`${provider} ${key}`).digest()

/** Returns a number of `length` digits, always the same for one user: Google's `sub` has 21, Facebook's id 16 or 17. */
export function digitsFor(provider: string, key: string, length: number): string {
  return BigInt(`0x${hashOf(provider, key).toString('hex')}`)
    .toString()
    .slice(0, length)
}

/** TikTok's open_id: case matters in it. */
export function openIdFor(key: string): string {
  return `-000${hashOf('tiktok', key).toString('base64url').slice(0, 32)}`
}

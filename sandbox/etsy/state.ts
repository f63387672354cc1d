import { fixtureListings, type ListingRecord } from './fixtures'

export interface Grant {
  scopes: string[]
  expiresAt: number
}

export interface EtsyState {
  listings: ListingRecord[]
  codes: Record<string, Grant & { redirectUri: string; challenge: string }>
  access: Record<string, Grant>
  refresh: Record<string, Grant>
}

export function emptyState(): EtsyState {
  return { listings: fixtureListings(), codes: {}, access: {}, refresh: {} }
}

export const SHOP_ID = 23_456_789
export const USER_ID = 81_234_567
export const KEYSTRING = 'sandboxetsykeystring0001'
export const SHARED_SECRET = 'sandbox-etsy-secret'

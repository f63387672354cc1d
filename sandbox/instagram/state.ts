import { fixtureMedia, type MediaRecord } from './fixtures'

export interface TokenRecord {
  kind: 'short' | 'long'
  scopes: string[]
  issuedAt: number
  expiresAt: number
  /** The subcode of a 190, once something ended it. */
  dead?: number
}

export interface ContainerRecord {
  id: string
  createdAt: number
  kind: 'IMAGE' | 'REELS' | 'STORIES' | 'CAROUSEL' | 'CHILD'
  caption: string | null
  altText: string | null
  sourceUrl: string | null
  children: string[]
  /** Its final status once the time is over: `FINISHED`, or the reason of a failure. */
  fault: string | null
  published: boolean
}

export interface InstagramState {
  media: MediaRecord[]
  codes: Record<string, { scopes: string[]; redirectUri: string; expiresAt: number }>
  tokens: Record<string, TokenRecord>
  containers: Record<string, ContainerRecord>
  publishedAt: number[]
  lastId: number
}

export const USER_ID = '17841400000000042'
export const APP_SCOPED_ID = '24871234567890123'
export const USERNAME = 'dayfern.shop'
/** A token as the dashboard makes one for the owner: long-lived, and old enough to be refreshed. */
export const PASTED_TOKEN = 'IGAA-sandbox-instagram-token'
export const SCOPES = [
  'instagram_business_basic',
  'instagram_business_content_publish',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_manage_insights',
]
export const DAY = 86_400_000

export function emptyState(): InstagramState {
  const now = Date.now()
  return {
    media: fixtureMedia(),
    codes: {},
    containers: {},
    publishedAt: [],
    lastId: 0,
    tokens: {
      [PASTED_TOKEN]: {
        kind: 'long',
        scopes: SCOPES,
        issuedAt: now - 2 * DAY,
        expiresAt: now + 58 * DAY,
      },
    },
  }
}

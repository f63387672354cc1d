export interface TweetRecord {
  id: string
  text: string
  mediaIds: string[]
  at: number
  deleted: boolean
  replyTo: string | null
  quoted: string | null
}

export interface MediaRecord {
  id: string
  category: 'tweet_image' | 'tweet_gif' | 'tweet_video'
  bytes: number
  /** Videos are processed for a while. */
  readyAt: number
  expiresAt: number
  finalized: boolean
  altText?: string | null
}

export interface Grant {
  scopes: string[]
  expiresAt: number
}

export interface XState {
  codes: Record<
    string,
    Grant & { redirectUri: string; challenge: string; method: string; clientId: string }
  >
  access: Record<string, Grant>
  refresh: Record<string, Grant>
  tweets: TweetRecord[]
  media: Record<string, MediaRecord>
  /** The remaining credits, in tenths of a cent, and what they were spent on. */
  credits: number
  spent: { what: string; amount: number; at: number }[]
  lastId: number
}

export const USER = { id: '1834567890123456789', name: 'Dayfern', username: 'dayfern' }
export const SCOPES = ['tweet.read', 'tweet.write', 'users.read', 'media.write', 'offline.access']
/** Twenty dollars. */
export const CREDITS = 20_000

export function emptyState(): XState {
  return {
    codes: {},
    access: {},
    refresh: {},
    tweets: [],
    media: {},
    credits: CREDITS,
    spent: [],
    lastId: 0,
  }
}

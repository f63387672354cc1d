export interface TokenRecord {
  kind: 'user' | 'long' | 'page'
  pageId: string | null
  scopes: string[]
  expiresAt: number | null
  dead?: number
}

export interface PostRecord {
  id: string
  pageId: string
  message: string
  link: string | null
  photoIds: string[]
  at: number
  /** Seconds; the post appears then. */
  scheduledFor: number | null
  deleted: boolean
}

export interface PhotoRecord {
  id: string
  pageId: string
  url: string
  published: boolean
}

export interface VideoRecord {
  id: string
  pageId: string
  description: string
  readyAt: number
  fault: boolean
}

export interface FacebookState {
  codes: Record<string, { scopes: string[]; redirectUri: string; expiresAt: number }>
  tokens: Record<string, TokenRecord>
  posts: PostRecord[]
  photos: Record<string, PhotoRecord>
  videos: Record<string, VideoRecord>
  lastId: number
}

export const USER = { id: '10224512345678901', name: 'June Vale' }
/** The accounts edge gives at most two at a time here, so that there are two pages of Pages. */
export const PAGES = [
  { id: '100512345678901', name: 'Dayfern', category: 'Clothing (Brand)', canPost: true },
  { id: '100512345678902', name: 'Dayfern Community', category: 'Community', canPost: true },
  {
    id: '100512345678903',
    name: 'Asheville Sober Walks',
    category: 'Local Service',
    canPost: false,
  },
]
export const SCOPES = [
  'public_profile',
  'email',
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'read_insights',
  'business_management',
]

export function emptyState(): FacebookState {
  return { codes: {}, tokens: {}, posts: [], photos: {}, videos: {}, lastId: 0 }
}

export interface PostRecord {
  urn: string
  author: string
  commentary: string
  content: unknown
  at: number
  deleted: boolean
}

export interface AssetRecord {
  urn: string
  kind: 'image' | 'video'
  owner: string
  /** One use only. */
  uploadKey: string
  bytes: number | null
  availableAt: number | null
}

export interface Grant {
  scopes: string[]
  expiresAt: number
}

export interface LinkedInState {
  codes: Record<string, Grant & { redirectUri: string; clientId: string }>
  tokens: Record<string, Grant>
  refresh: Record<string, Grant>
  posts: PostRecord[]
  assets: Record<string, AssetRecord>
  lastId: number
}

export const PERSON = {
  sub: 'dAyf3rnP3r',
  name: 'June Vale',
  given_name: 'June',
  family_name: 'Vale',
  email: 'june@dayfern.example',
  email_verified: true,
  locale: 'en-US',
}
export const PERSON_URN = `urn:li:person:${PERSON.sub}`
export const ORGANIZATION_URN = 'urn:li:organization:98765432'
/** The company pages of this member, with their role there; an analyst may only read. */
export const ORGANIZATIONS = [
  { urn: ORGANIZATION_URN, name: 'Dayfern', vanityName: 'dayfern', role: 'ADMINISTRATOR' },
  {
    urn: 'urn:li:organization:98765433',
    name: 'Dayfern Journal',
    vanityName: 'dayfern-journal',
    role: 'CONTENT_ADMIN',
  },
  {
    urn: 'urn:li:organization:98765434',
    name: 'Asheville Makers',
    vanityName: 'asheville-makers',
    role: 'ANALYST',
  },
]
export function mayPostAs(urn: string): boolean {
  return ORGANIZATIONS.some((one) => one.urn === urn && one.role !== 'ANALYST')
}
/** An organization in which this member has no role. */
export const STRANGER_URN = 'urn:li:organization:11111111'
export const SCOPES = [
  'openid',
  'profile',
  'email',
  'w_member_social',
  'w_organization_social',
  'r_organization_social',
  'rw_organization_admin',
  'r_member_postAnalytics',
]

export function emptyState(): LinkedInState {
  return { codes: {}, tokens: {}, refresh: {}, posts: [], assets: {}, lastId: 0 }
}

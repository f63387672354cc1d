import { sql } from '@payloadcms/db-postgres'
import sharp from 'sharp'

import { socialNetworkFor } from '@/modules/social/actions/network-session'
import { publishSocialPost } from '@/modules/social/actions/publish-post'
import { saveSocialAccount } from '@/modules/social/actions/social-accounts'
import { type SocialPlatform, socialPlatforms } from '@/modules/social/rules/social-post'
import { createSocialNetwork } from '@/providers'

import type { TestPerson } from './factories'
import { getTestPayload, rowsOf } from './payload'
import { call } from './request'
import type { Service, useSandbox } from './sandbox'

export type PostBody = {
  id: number
  status: string
  postText: string
  platforms: SocialPlatform[]
  hashtags: string[]
  scheduledFor: string | null
  publishedAt: string | null
  updatedAt: string
  deletedAt: string | null
  contentId: number | null
  deliveries: {
    platform: SocialPlatform
    status: string
    isOver: boolean
    url: string | null
    reason: string | null
    attempts: number
    impressions: number | null
    likes: number | null
    countedAt: string | null
  }[]
  code?: string
  fields?: Record<string, string>
  error?: string
}
/** Base URL of the images that networks fetch. The sandbox fetches only local URLs and checks others by file extension. */
export const siteUrl = 'https://dayfern.com'
export const sandboxServiceOf = {
  facebook: 'facebook',
  instagram: 'instagram',
  twitter: 'x',
  linkedin: 'linkedin',
} as const satisfies Record<SocialPlatform, Service>

/** Path of the publish request of each network. */
const publishPaths = {
  facebook: /\/\d+\/feed$/,
  instagram: /\/media_publish$/,
  twitter: /^\/2\/tweets$/,
  linkedin: /^\/rest\/posts$/,
} satisfies Record<SocialPlatform, RegExp>

/** Connects accounts without a browser, creates posts, and runs deliveries as the worker does. */
export function useNetworks(sandbox: ReturnType<typeof useSandbox>, person: () => TestPerson) {
  const connect = async (platform: SocialPlatform, expiresIn?: number): Promise<void> => {
    const payload = await getTestPayload()
    const client = await socialNetworkFor(payload, createSocialNetwork)(platform)
    if (!client) throw new Error(`${platform} has no keys`)
    const actor = { id: person().user.id, role: person().user.role }
    const response = await sandbox.control<{
      access_token: string
      refresh_token?: string
      expires_in?: number
      scope?: string
    }>(
      sandboxServiceOf[platform],
      'POST',
      '/tokens',
      platform === 'instagram'
        ? { kind: 'long', ageMs: 2 * 86_400_000 }
        : expiresIn === undefined || platform === 'facebook'
          ? {}
          : { expiresIn },
    )
    const expiresAt =
      platform === 'facebook'
        ? null
        : new Date(Date.now() + (response.expires_in ?? 60 * 86_400) * 1000).toISOString()
    const tokens = {
      accessToken: response.access_token,
      expiresAt,
      refreshToken:
        response.refresh_token ?? (platform === 'instagram' ? response.access_token : null),
      refreshExpiresAt: null,
      scopes: [],
    }
    if (platform === 'facebook') {
      const selected = await client.network.selectAccount(
        { ...tokens, person: response.access_token },
        '100512345678901',
      )
      return saveSocialAccount(payload, actor, platform, selected.tokens, selected.profile)
    }
    return saveSocialAccount(payload, actor, platform, tokens, await client.network.whoAmI(tokens))
  }
  const write = async (platforms: SocialPlatform[], changes: Record<string, unknown> = {}) =>
    (
      await call<PostBody>('POST', '/api/admin/social/posts', {
        as: person(),
        body: {
          postText: `A slow morning ${Math.random()}`,
          platforms,
          status: 'published',
          ...changes,
        },
      })
    ).body
  const get = async (id: number) =>
    (await call<PostBody>('GET', `/api/admin/social/posts/${id}`, { as: person() })).body
  const deliveryId = async (post: number, platform: SocialPlatform): Promise<number> =>
    Number(
      (
        await rowsOf<{ id: number }>(
          sql`select id from social_deliveries where post_id = ${post} and platform = ${platform}`,
        )
      )[0]?.id,
    )

  return {
    connect,
    write,
    get,
    deliveryId,
    connectAll: async () => {
      for (const platform of socialPlatforms) await connect(platform)
    },
    /** Runs the job once, without waiting for a pause to end. */
    run: async (post: number, platform: SocialPlatform): Promise<PostBody> => {
      const payload = await getTestPayload()
      const id = await deliveryId(post, platform)
      await rowsOf(
        sql`update social_deliveries set progress = progress - 'notBefore' where id = ${id} and progress is not null`,
      )
      await publishSocialPost(
        { payload, networkFor: socialNetworkFor(payload, createSocialNetwork), siteUrl },
        id,
      )
      return get(post)
    },
    /** Simulates a killed worker: the lease has expired. */
    abandon: async (post: number, platform: SocialPlatform) =>
      rowsOf(sql`
      update social_deliveries set progress = progress || jsonb_build_object('claimUntil', now() - interval '1 second'), updated_at = now() - interval '10 minutes' where post_id = ${post} and platform = ${platform}`),
    /** Counts the calls that publish. */
    published: async (platform: SocialPlatform): Promise<number> =>
      (await sandbox.callsTo(sandboxServiceOf[platform])).filter(
        ({ method, path }) =>
          method === 'POST' && publishPaths[platform].test(path.split('?', 1)[0] ?? ''),
      ).length,
    at: (post: PostBody, platform: SocialPlatform) =>
      post.deliveries.find((one) => one.platform === platform),
  }
}

/** Uploads an image to the library as staff do. */
export async function uploadPicture(
  as: TestPerson,
  size = { width: 1200, height: 1000 },
): Promise<number> {
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#386641' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'fern.jpg')
  form.append('altText', 'A fern')
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await call<{ id: number }>('POST', '/api/admin/media/upload', {
    as,
    raw: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
  return response.body.id
}

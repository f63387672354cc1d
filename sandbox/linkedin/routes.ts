import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { z } from 'zod'

import type { Clock } from '../core/clock'
import { bearerOf, newSecret } from '../core/oauth'
import type { SandboxEnv } from '../core/provider'
import { fail, LinkedInError, unprocessable } from './errors'
import {
  type AssetRecord,
  type Grant,
  type LinkedInState,
  mayPostAs,
  ORGANIZATIONS,
  PERSON,
  PERSON_URN,
} from './state'

export interface Settings {
  refreshTokens: boolean
  /** The oldest and the newest version that is served, as YYYYMM. */
  oldestVersion: number
  newestVersion: number
  /** Until an uploaded picture is available. */
  assetMs: number
  postsPerDay: number
}
export const DEFAULT_SETTINGS: Settings = {
  refreshTokens: true,
  oldestVersion: 202_512,
  newestVersion: 202_611,
  assetMs: 200,
  postsPerDay: 150,
}

export interface ProviderContext {
  state: LinkedInState
  clock: Clock
  settings: Settings
  origin: () => string
  save: () => void
}

interface LinkedInEnv extends SandboxEnv {
  Variables: { grant: Grant }
}

const mediaSchema = z.looseObject({
  id: z.string(),
  altText: z.string().optional(),
  title: z.string().optional(),
})
const postSchema = z.looseObject({
  author: z.string(),
  commentary: z.string(),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS', 'LOGGED_IN']),
  distribution: z.looseObject({ feedDistribution: z.enum(['MAIN_FEED', 'NONE']) }),
  lifecycleState: z.enum(['PUBLISHED', 'DRAFT']),
  isReshareDisabledByAuthor: z.boolean().optional(),
  content: z
    .looseObject({
      media: mediaSchema.optional(),
      multiImage: z.looseObject({ images: z.array(mediaSchema).min(2).max(20) }).optional(),
      article: z
        .looseObject({
          source: z.url(),
          title: z.string().min(1),
          description: z.string().optional(),
          thumbnail: z.string().optional(),
        })
        .optional(),
    })
    .optional(),
})
const REQUIRED = ['author', 'commentary', 'visibility', 'distribution', 'lifecycleState']
const MOST_TEXT = 3_000
const DAY = 86_400_000

/** Who am I, posts, pictures, numbers (publishing reference, sections 4 and 5). */
export function resourceRoutes(context: ProviderContext) {
  const app = new Hono<LinkedInEnv>()
  const { state, clock, settings, save } = context

  const bearer: MiddlewareHandler<LinkedInEnv> = async (c, next) => {
    const token = bearerOf(c.req.header('authorization'))
    if (!token)
      throw new LinkedInError(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65_604)
    const grant = state.tokens[token]
    if (!grant) throw fail(401)
    if (grant.expiresAt <= clock.now())
      throw new LinkedInError(
        401,
        'EXPIRED_ACCESS_TOKEN',
        'The token used in the request has expired',
        65_602,
      )
    c.set('grant', grant)
    await next()
  }
  /** No version is the default: one that is missing, gone or not there yet is an error. */
  const versioned: MiddlewareHandler<LinkedInEnv> = async (c, next) => {
    const version = c.req.header('linkedin-version')
    if (!version)
      throw new LinkedInError(
        400,
        'VERSION_MISSING',
        'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
      )
    if (
      !/^\d{6}(\.\d{2})?$/.test(version) ||
      Number(version.slice(0, 6)) < settings.oldestVersion ||
      Number(version.slice(0, 6)) > settings.newestVersion
    ) {
      throw new LinkedInError(
        426,
        'NONEXISTENT_VERSION',
        `Requested version ${version} is not active`,
      )
    }
    if (c.req.header('x-restli-protocol-version') !== '2.0.0')
      throw new LinkedInError(400, 'ILLEGAL_ARGUMENT', 'X-Restli-Protocol-Version must be 2.0.0')
    await next()
  }
  const may = (c: Context<LinkedInEnv>, scope: string, what: string) => {
    if (!c.get('grant').scopes.includes(scope))
      throw fail(403, `Not enough permissions to access: ${what}`)
  }
  const asAuthor = (c: Context<LinkedInEnv>, urn: string, what: string) => {
    if (urn === PERSON_URN) return may(c, 'w_member_social', what)
    if (!mayPostAs(urn))
      throw fail(
        403,
        `Not enough permissions to access: ${what}. The member has no role in ${urn} that may post`,
      )
    may(c, 'w_organization_social', what)
  }
  const newUrn = (kind: string) =>
    `urn:li:${kind}:${7_390_000_000_000_000_000n + BigInt((state.lastId += 1)) * 65_536n}`
  const post = (urn: string) => {
    const match = state.posts.find((one) => one.urn === decodeURIComponent(urn) && !one.deleted)
    if (!match) throw fail(404)
    return match
  }

  app.get('/v2/userinfo', bearer, (c) => {
    may(c, 'openid', 'userinfo.GET')
    const { email, email_verified, ...claims } = PERSON
    return c.json({
      ...claims,
      picture: `${context.origin()}/pictures/june.jpg`,
      ...(c.get('grant').scopes.includes('email') && { email, email_verified }),
    })
  })

  app.use('/rest/*', bearer, versioned)

  app.get('/rest/organizationAcls', (c) => {
    may(c, 'rw_organization_admin', 'organizationAcls.FINDER-roleAssignee')
    const { q, role: roleFilter } = c.req.query()
    if (q !== 'roleAssignee') throw unprocessable('ERROR :: /q :: must be roleAssignee')
    const elements = ORGANIZATIONS.filter(({ role }) => !roleFilter || role === roleFilter).map(
      ({ urn, role }) => ({ role, organization: urn, roleAssignee: PERSON_URN, state: 'APPROVED' }),
    )
    return c.json({ elements, paging: { start: 0, count: 10, links: [], total: elements.length } })
  })

  app.get('/rest/organizations/:id', (c) => {
    may(c, 'rw_organization_admin', 'organizations.GET')
    const match = ORGANIZATIONS.find(
      ({ urn }) => urn === `urn:li:organization:${c.req.param('id')}`,
    )
    if (!match) throw fail(404)
    return c.json({
      id: Number(c.req.param('id')),
      localizedName: match.name,
      vanityName: match.vanityName,
    })
  })

  /** Find posts by author (Posts API): the newest first. */
  app.get('/rest/posts', (c) => {
    const { q, author = '', count = '10' } = c.req.query()
    if (q !== 'author') throw unprocessable('ERROR :: /q :: must be author')
    may(
      c,
      author === PERSON_URN ? 'r_member_social' : 'r_organization_social',
      'posts.FINDER-author',
    )
    const mine = state.posts
      .filter((one) => one.author === author && !one.deleted)
      .reverse()
      .slice(0, Number(count) || 10)
    return c.json({
      elements: mine.map(({ urn, commentary, at }) => ({
        id: urn,
        author,
        commentary,
        createdAt: at,
        publishedAt: at,
        lifecycleState: 'PUBLISHED',
        visibility: 'PUBLIC',
      })),
      paging: { start: 0, count: 10, links: [] },
    })
  })

  app.post('/rest/posts', async (c) => {
    const json: unknown = await c.req.json().catch(() => {
      throw new LinkedInError(400, 'BAD_REQUEST', 'Unable to parse the request entity')
    })
    const missing = REQUIRED.filter(
      (name) => (json as Record<string, unknown> | null)?.[name] === undefined,
    )
    if (missing.length > 0)
      throw unprocessable(
        missing
          .map(
            (name) =>
              `ERROR :: /${name} :: field is required but not found and has no default value`,
          )
          .join('\n'),
      )
    const parsed = postSchema.safeParse(json)
    if (!parsed.success)
      throw unprocessable(
        parsed.error.issues
          .map((issue) => `ERROR :: /${issue.path.join('/')} :: ${issue.message}`)
          .join('\n'),
      )
    const { author, commentary, content } = parsed.data
    asAuthor(c, author, 'posts.CREATE')
    if ([...commentary].length > MOST_TEXT)
      throw unprocessable(
        `ERROR :: /commentary :: length of ${[...commentary].length} exceeds the maximum of ${MOST_TEXT}`,
      )
    const assets = [
      content?.media?.id,
      content?.article?.thumbnail,
      ...(content?.multiImage?.images.map(({ id }) => id) ?? []),
    ].flatMap((urn) => urn ?? [])
    for (const urn of assets) checkAsset(urn, author)
    const mine = state.posts.filter((one) => one.author === author && !one.deleted)
    if (mine.some((one) => one.commentary === commentary && clock.now() - one.at < DAY))
      throw new LinkedInError(
        422,
        'DUPLICATE_POST',
        'Content is a duplicate of urn:li:share:' + (mine.at(-1)?.urn.split(':').at(-1) ?? ''),
      )
    if (mine.filter(({ at }) => clock.now() - at < DAY).length >= settings.postsPerDay)
      throw fail(
        429,
        'Resource level throttle MEMBER DAY limit for calls to this resource is reached.',
      )
    const isFilm = content?.media?.id.startsWith('urn:li:video:')
    const record = {
      urn: newUrn(isFilm ? 'ugcPost' : 'share'),
      author,
      commentary: asShown(commentary),
      content: content ?? null,
      at: clock.now(),
      deleted: false,
    }
    state.posts.push(record)
    save()
    return new Response(null, {
      status: 201,
      headers: { 'x-restli-id': record.urn, 'x-linkedin-id': record.urn },
    })
  })

  const checkAsset = (urn: string, author: string) => {
    const asset = state.assets[urn]
    if (!asset || asset.owner !== author)
      throw unprocessable(`ERROR :: /content :: ${urn} does not belong to the author`)
    if (asset.availableAt === null || asset.availableAt > clock.now())
      throw unprocessable(`ERROR :: /content :: ${urn} is not available`)
  }

  app.get('/rest/posts/:urn', (c) => {
    const { urn, author, commentary, content, at } = post(c.req.param('urn'))
    may(c, author === PERSON_URN ? 'r_member_social' : 'r_organization_social', 'posts.GET')
    return c.json({
      id: urn,
      author,
      commentary,
      visibility: 'PUBLIC',
      lifecycleState: 'PUBLISHED',
      content,
      createdAt: at,
      publishedAt: at,
      lastModifiedAt: at,
    })
  })
  app.delete('/rest/posts/:urn', (c) => {
    const match = post(c.req.param('urn'))
    asAuthor(c, match.author, 'posts.DELETE')
    match.deleted = true
    save()
    return c.body(null, 204)
  })

  for (const kind of ['image', 'video'] as const) {
    app.post(`/rest/${kind}s`, async (c) => {
      const { initializeUploadRequest, finalizeUploadRequest } = (await c.req
        .json()
        .catch(() => ({}))) as {
        initializeUploadRequest?: { owner?: string }
        finalizeUploadRequest?: { video?: string }
      }
      if (c.req.query('action') === 'finalizeUpload' && kind === 'video') {
        const asset = state.assets[finalizeUploadRequest?.video ?? '']
        if (!asset) throw fail(404)
        asset.availableAt = clock.now() + settings.assetMs
        save()
        return c.json({})
      }
      if (c.req.query('action') !== 'initializeUpload' || !initializeUploadRequest?.owner)
        throw unprocessable(
          'ERROR :: /initializeUploadRequest/owner :: field is required but not found',
        )
      asAuthor(c, initializeUploadRequest.owner, `${kind}s.ACTION-initializeUpload`)
      const urn = `urn:li:${kind}:${newSecret('C4E', 12)}`
      const asset: AssetRecord = {
        urn,
        kind,
        owner: initializeUploadRequest.owner,
        uploadKey: newSecret('', 16),
        bytes: null,
        availableAt: null,
      }
      state.assets[urn] = asset
      save()
      const uploadUrl = `${context.origin()}/dms-uploads/${encodeURIComponent(urn)}?key=${asset.uploadKey}`
      const uploadUrlExpiresAt = clock.now() + DAY
      return c.json({
        value:
          kind === 'image'
            ? { uploadUrlExpiresAt, uploadUrl, image: urn }
            : {
                uploadUrlsExpireAt: uploadUrlExpiresAt,
                video: urn,
                uploadInstructions: [{ uploadUrl, firstByte: 0, lastByte: 4_194_303 }],
                uploadToken: '',
              },
      })
    })
    app.get(`/rest/${kind}s/:urn`, (c) => {
      const asset = state.assets[decodeURIComponent(c.req.param('urn'))]
      if (!asset) throw fail(404)
      // A member's token may not read them.
      if (asset.owner === PERSON_URN && !c.get('grant').scopes.includes('r_organization_social'))
        throw fail(403, `Not enough permissions to access: ${kind}s.GET`)
      const status =
        asset.bytes === null
          ? 'WAITING_UPLOAD'
          : asset.availableAt !== null && asset.availableAt <= clock.now()
            ? 'AVAILABLE'
            : 'PROCESSING'
      return c.json({ id: asset.urn, owner: asset.owner, status })
    })
  }

  /** The bytes, once, with the bearer. */
  app.put('/dms-uploads/:urn', bearer, async (c) => {
    const asset = state.assets[decodeURIComponent(c.req.param('urn'))]
    if (!asset || c.req.query('key') !== asset.uploadKey) throw fail(404)
    if (asset.bytes !== null)
      throw new LinkedInError(400, 'ALREADY_UPLOADED', 'The upload URL was used already')
    const { byteLength } = await c.req.arrayBuffer()
    if (byteLength === 0) throw new LinkedInError(400, 'EMPTY_UPLOAD', 'The body is empty')
    asset.bytes = byteLength
    if (asset.kind === 'image') asset.availableAt = clock.now() + settings.assetMs
    save()
    return c.body(null, 201, { etag: `"${asset.uploadKey}"` })
  })

  const numbers = (urn: string) => {
    const seed = Number(urn.split(':').at(-1)?.slice(-6) ?? 0)
    return {
      impressionCount: (seed % 900) + 20,
      uniqueImpressionsCount: (seed % 700) + 15,
      clickCount: seed % 40,
      likeCount: seed % 25,
      commentCount: seed % 7,
      shareCount: seed % 5,
      engagement: 0.042,
    }
  }
  const statistics = (c: Context<LinkedInEnv>) => {
    may(
      c,
      'r_organization_social',
      'organizationalEntityShareStatistics.FINDER-organizationalEntity',
    )
    const { q, organizationalEntity = '', shares = '' } = c.req.query()
    if (q !== 'organizationalEntity' || !mayPostAs(organizationalEntity))
      throw unprocessable('organizationalEntity must be an organization of this member')
    const urns = decodeURIComponent(shares)
      .replace(/^List\(|\)$/g, '')
      .split(',')
      .filter(Boolean)
    const elements =
      urns.length === 0
        ? [{ organizationalEntity, totalShareStatistics: numbers(organizationalEntity) }]
        : urns
            .filter((urn) => state.posts.some((one) => one.urn === urn && !one.deleted))
            .map((share) => ({ organizationalEntity, share, totalShareStatistics: numbers(share) }))
    return c.json({ elements, paging: { start: 0, count: 10, links: [] } })
  }
  app.get('/rest/organizationalEntityShareStatistics', statistics)
  app.get('/v2/organizationalEntityShareStatistics', bearer, statistics)

  app.get('/v2/socialActions/:urn', bearer, (c) => {
    may(c, 'r_member_social', 'socialActions.GET')
    const { urn } = post(c.req.param('urn'))
    const { likeCount, commentCount } = numbers(urn)
    return c.json({
      target: urn,
      likesSummary: {
        totalLikes: likeCount,
        aggregatedTotalLikes: likeCount,
        likedByCurrentUser: false,
      },
      commentsSummary: {
        totalFirstLevelComments: commentCount,
        aggregatedTotalComments: commentCount,
      },
    })
  })

  app.get('/rest/memberCreatorPostAnalytics', (c) => {
    may(c, 'r_member_postAnalytics', 'memberCreatorPostAnalytics.FINDER-entity')
    const { entity = '', queryType = '' } = c.req.query()
    const urn = /(urn:li:(?:share|ugcPost):\d+)/.exec(decodeURIComponent(entity))?.[1]
    if (!urn) throw unprocessable('entity must be (share:urn) or (ugc:urn)')
    const all: Record<string, keyof ReturnType<typeof numbers>> = {
      IMPRESSION: 'impressionCount',
      MEMBERS_REACHED: 'uniqueImpressionsCount',
      RESHARE: 'shareCount',
      REACTION: 'likeCount',
      COMMENT: 'commentCount',
    }
    const name = all[queryType]
    if (!name) throw unprocessable(`queryType must be one of ${Object.keys(all).join(', ')}`)
    post(urn)
    return c.json({
      elements: [
        { count: numbers(urn)[name], metricType: queryType, targetEntity: { share: urn } },
      ],
      paging: { start: 0, count: 10, links: [] },
    })
  })

  return app
}

/** "Little text": what is not escaped and looks like its own signs cuts the post short. */
function asShown(commentary: string): string {
  const cut = /(?<!\\)[()<>{}[\]|]/.exec(
    commentary.replace(/@\[[^\]]*\]\([^)]*\)|\{hashtag\|[^}]*\}/g, (mark) =>
      ' '.repeat(mark.length),
    ),
  )
  return (cut ? commentary.slice(0, cut.index) : commentary).replace(
    /\\([\\<>#~_|[\]*(){}@])/g,
    '$1',
  )
}

import { Hono } from 'hono'
import { z } from 'zod'

import { getPost, requireAuthor, requireScope } from './access'
import { DAY_MS, type LinkedInEnv, type ProviderContext } from './context'
import { createError, LinkedInError, unprocessable } from './errors'
import { PERSON_URN } from './state'

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
const REQUIRED_FIELDS = ['author', 'commentary', 'visibility', 'distribution', 'lifecycleState']
const MAX_TEXT = 3_000

/** @throws LinkedInError 422 naming the missing and invalid fields */
function parsePost(json: unknown): z.output<typeof postSchema> {
  const missing = REQUIRED_FIELDS.filter(
    (name) => (json as Record<string, unknown> | null)?.[name] === undefined,
  )
  if (missing.length > 0)
    throw unprocessable(
      missing
        .map(
          (name) => `ERROR :: /${name} :: field is required but not found and has no default value`,
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
  return parsed.data
}

/** Creates, lists, returns, and deletes posts (publishing reference, section 4). */
export function postRoutes({ state, clock, settings, save }: ProviderContext) {
  const app = new Hono<LinkedInEnv>()
  const newUrn = (kind: string) =>
    `urn:li:${kind}:${7_390_000_000_000_000_000n + BigInt((state.lastId += 1)) * 65_536n}`

  const checkAsset = (urn: string, author: string) => {
    const asset = state.assets[urn]
    if (!asset || asset.owner !== author)
      throw unprocessable(`ERROR :: /content :: ${urn} does not belong to the author`)
    if (asset.availableAt === null || asset.availableAt > clock.now())
      throw unprocessable(`ERROR :: /content :: ${urn} is not available`)
  }

  /** The posts of an author, newest first (Posts API). */
  app.get('/rest/posts', (c) => {
    const { q, author = '', count = '10' } = c.req.query()
    if (q !== 'author') throw unprocessable('ERROR :: /q :: must be author')
    requireScope(
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
    const { author, commentary, content } = parsePost(json)
    requireAuthor(c, author, 'posts.CREATE')
    if ([...commentary].length > MAX_TEXT)
      throw unprocessable(
        `ERROR :: /commentary :: length of ${[...commentary].length} exceeds the maximum of ${MAX_TEXT}`,
      )
    const assets = [
      content?.media?.id,
      content?.article?.thumbnail,
      ...(content?.multiImage?.images.map(({ id }) => id) ?? []),
    ].flatMap((urn) => urn ?? [])
    for (const urn of assets) checkAsset(urn, author)
    const mine = state.posts.filter((one) => one.author === author && !one.deleted)
    if (mine.some((one) => one.commentary === commentary && clock.now() - one.at < DAY_MS))
      throw new LinkedInError(
        422,
        'DUPLICATE_POST',
        'Content is a duplicate of urn:li:share:' + (mine.at(-1)?.urn.split(':').at(-1) ?? ''),
      )
    if (mine.filter(({ at }) => clock.now() - at < DAY_MS).length >= settings.postsPerDay)
      throw createError(
        429,
        'Resource level throttle MEMBER DAY limit for calls to this resource is reached.',
      )
    const isVideo = content?.media?.id.startsWith('urn:li:video:')
    const record = {
      urn: newUrn(isVideo ? 'ugcPost' : 'share'),
      author,
      commentary: parseLittleText(commentary),
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

  app.get('/rest/posts/:urn', (c) => {
    const { urn, author, commentary, content, at } = getPost(state, c.req.param('urn'))
    requireScope(
      c,
      author === PERSON_URN ? 'r_member_social' : 'r_organization_social',
      'posts.GET',
    )
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
    const match = getPost(state, c.req.param('urn'))
    requireAuthor(c, match.author, 'posts.DELETE')
    match.deleted = true
    save()
    return c.body(null, 204)
  })

  return app
}

/**
 * Returns commentary as LinkedIn shows it: its format, "little text", ends a post at the first reserved character that
 * isn't escaped.
 */
function parseLittleText(commentary: string): string {
  const cut = /(?<!\\)[()<>{}[\]|]/.exec(
    commentary.replace(/@\[[^\]]*\]\([^)]*\)|\{hashtag\|[^}]*\}/g, (markup) =>
      ' '.repeat(markup.length),
    ),
  )
  return (cut ? commentary.slice(0, cut.index) : commentary).replace(
    /\\([\\<>#~_|[\]*(){}@])/g,
    '$1',
  )
}

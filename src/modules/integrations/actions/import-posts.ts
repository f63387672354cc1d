import { randomBytes } from 'node:crypto'

import { and, eq, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { findSlugOwners } from '@/modules/content/queries/slug-owners'
import { reservedSlugs } from '@/modules/content/rules/content'
import { htmlToLexical } from '@/modules/content/rules/html-to-lexical'
import { parseCaption, type ParsedCaption } from '@/modules/integrations/rules/parse-caption'
import { importPicture } from '@/modules/media/actions/import-picture'
import { content } from '@/payload-generated-schema'
import type { Content, User } from '@/payload-types'
import { connectionErrorMessage, requireCredentials } from '@/platform/connections/credentials'
import { connectionLabels } from '@/platform/connections/definitions'
import { env } from '@/platform/env'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { toSlug } from '@/platform/slug'
import type { SyncJob, SyncRow, SyncRun } from '@/platform/sync-engine'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'
import type { PostSource, SourcePicture, SourcePost } from '@/providers/interfaces'

import { getSyncActor, summarizeImport } from './import-run'
import { getAccountTokens, type IntegrationArgs, withAccountTokens } from './oauth-accounts'

type PostImportSource = 'instagram' | 'tiktok'
type PostImportOptions = { status?: 'draft' | 'published' }

type PostImport = {
  payload: Payload
  source: PostImportSource
  /** 'Instagram' */
  label: string
  posts: PostSource
  fetchFile: (url: string) => Promise<Buffer>
  actor: User
  status: NonNullable<PostImportOptions['status']>
  isPreview: boolean
}

/** Returns the posts of an account. Tokens are read for each call, because an import can outlast them. */
function createSource(
  args: IntegrationArgs,
  source: PostImportSource,
): Pick<PostImport, 'posts' | 'fetchFile'> {
  const { instagram, tiktok } = args.providers
  if (source === 'instagram')
    return {
      posts: instagram.posts(async () => (await getAccountTokens(args, 'instagram')).accessToken),
      fetchFile: instagram.fetchPicture,
    }
  const withPosts = <Result>(call: (posts: PostSource) => Promise<Result>): Promise<Result> =>
    withAccountTokens(args, 'tiktok', (tokens) => call(tiktok.posts(() => Promise.resolve(tokens))))
  return {
    posts: {
      page: (cursor) => withPosts((posts) => posts.page(cursor)),
      read: (id) => withPosts((posts) => posts.read(id)),
      count: () => withPosts((posts) => posts.count()),
    },
    fetchFile: tiktok.fetchPicture,
  }
}

/** Returns the content imported from a post. `isUntouched`: nobody has saved it since its import. */
async function findContent({ payload, source }: PostImport, postId: string) {
  const [row] = await payload.db.drizzle
    .select({
      id: content.id,
      deletedAt: content.deletedAt,
      pictures:
        sql`num_nonnulls(${content.featuredImage}) + jsonb_array_length(jsonb_path_query_array(${content.body}, '$.root.children[*] ? (@.type == "upload")'))`.mapWith(
          Number,
        ),
      isUntouched: sql<boolean>`${content.updatedAt} is not distinct from ${content.importedAt}`,
    })
    .from(content)
    .where(and(eq(content.source, source), eq(content.sourceId, postId)))
  return row
}

const markImported = (tx: Tx, id: number) =>
  tx
    .update(content)
    .set({ importedAt: sql`${content.updatedAt}` })
    .where(eq(content.id, id))

const formatLongDate = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: env.SHOP_TIME_ZONE,
  })
const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** Returns the caption, a link to a video (which is not embedded, so visitors load nothing from others), and the gallery. */
function toBody(
  { label }: PostImport,
  { paragraphs }: ParsedCaption,
  post: SourcePost,
  gallery: readonly number[],
): Content['body'] {
  const text = paragraphs.map((lines) => `<p>${lines.map(escapeHtml).join('<br>')}</p>`).join('')
  const video =
    post.isVideo && post.url ? `<p><a href="${escapeHtml(post.url)}">Watch on ${label}</a></p>` : ''
  const pictures = gallery.map((id) => `<img src="${id}">`).join('')
  return htmlToLexical(text + video + pictures, Number)
}

/** Returns a slug for the title that no content has or had; if it is taken, with the end of the post's id. */
async function findUnusedSlug(
  req: TxRequest,
  { source }: PostImport,
  title: string,
  { id, postedAt }: SourcePost,
): Promise<string> {
  const base =
    toSlug(title).slice(0, 100).replace(/-+$/, '') || `${source}-${postedAt.slice(0, 10)}`
  const candidates = [base, `${base}-${toSlug(id).slice(-6)}`, `${base}-${toSlug(id)}`]
  const owners = await findSlugOwners(req, candidates)
  const usedSlugs = new Set([
    ...reservedSlugs,
    ...owners.flatMap(({ slug, formerSlugs }) => [slug, ...(formerSlugs ?? [])]),
  ])
  return (
    candidates.find((slug) => !usedSlugs.has(slug)) ?? `${base}-${randomBytes(6).toString('hex')}`
  )
}

async function copyPicture(
  { payload, source, label, fetchFile }: PostImport,
  { id, url, alt }: SourcePicture,
  name: string,
): Promise<number> {
  if (!url) throw new AppError('invalid', `${label} didn’t provide an image.`)
  return importPicture(payload, { sourceKey: `${source}:${id}`, url, alt, name, fetchFile })
}

/**
 * Copies a post's pictures; one that fails is left out with a note. Links expire, so after a failed
 * download the post is read again once for new ones.
 */
async function copyPictures(
  run: PostImport,
  post: SourcePost,
  name: string,
): Promise<{ mediaIds: number[]; notes: string[] }> {
  const mediaIds: number[] = []
  const notes = new Set<string>()
  let freshPost: SourcePost | null = null
  for (const picture of post.pictures) {
    try {
      mediaIds.push(
        await copyPicture(run, picture, name).catch(async (error: unknown) => {
          if (!(error instanceof ProviderError) || !picture.url) throw error
          freshPost ??= await run.posts.read(post.id).catch(() => null)
          const freshPicture = freshPost?.pictures.find(({ id }) => id === picture.id)
          if (!freshPicture?.url || freshPicture.url === picture.url) throw error
          return copyPicture(run, freshPicture, name)
        }),
      )
    } catch (error) {
      notes.add(`Missing image: ${connectionErrorMessage(run.source, error)}`)
    }
  }
  return { mediaIds, notes: [...notes] }
}

async function createReflection(
  run: PostImport,
  post: SourcePost,
  title: string,
  caption: ParsedCaption,
): Promise<SyncRow> {
  const { payload, source, status, actor } = run
  const { tags } = caption
  const { mediaIds, notes } = await copyPictures(run, post, title)
  const [cover, ...gallery] = mediaIds
  const contentId = await withTransaction(payload, async (req, tx) => {
    const { id } = await payload.create({
      collection: 'content',
      depth: 0,
      overrideAccess: false,
      user: actor,
      req,
      data: {
        title,
        slug: await findUnusedSlug(req, run, title, post),
        contentType: 'reflection',
        body: toBody(run, caption, post, gallery),
        featuredImage: cover ?? null,
        tags,
        status,
        publishedAt: status === 'published' ? post.postedAt : null,
        source,
        sourceId: post.id,
        sourceUrl: post.url,
      },
    })
    await markImported(tx, id)
    return id
  })
  return {
    result: 'created',
    message: notes.join(' ') || undefined,
    details: { contentId, title, tags, pictures: mediaIds.length },
  }
}

/** Adds pictures that failed when the post was imported. Only for content that nobody has changed. */
async function addMissingPictures(
  run: PostImport,
  post: SourcePost,
  { id, pictures }: { id: number; pictures: number },
  title: string,
  caption: ParsedCaption,
): Promise<SyncRow> {
  const { mediaIds, notes } = await copyPictures(run, post, title)
  const [cover, ...gallery] = mediaIds
  if (!cover || mediaIds.length <= pictures)
    return {
      result: 'unchanged',
      message: notes.join(' ') || undefined,
      details: { contentId: id, title },
    }
  await withTransaction(run.payload, async (req, tx) => {
    await run.payload.update({
      collection: 'content',
      id,
      depth: 0,
      overrideAccess: false,
      user: run.actor,
      req,
      data: { featuredImage: cover, body: toBody(run, caption, post, gallery) },
    })
    await markImported(tx, id)
  })
  return {
    result: 'updated',
    message: ['Added an image that was missing.', ...notes].join(' '),
    details: { contentId: id, title, pictures: mediaIds.length },
  }
}

const getTitle = ({ label }: PostImport, { title }: ParsedCaption, { postedAt }: SourcePost) =>
  title || `${label} post, ${formatLongDate(postedAt)}`

async function importPost(run: PostImport, post: SourcePost): Promise<SyncRow> {
  const caption = parseCaption(post.text)
  const title = getTitle(run, caption, post)
  const details = {
    title,
    tags: caption.tags,
    pictures: post.pictures.filter(({ url }) => url).length,
    sourceUrl: post.url,
  }
  if (post.unfit) return { result: 'skipped', message: post.unfit, details }
  const existing = await findContent(run, post.id)
  if (!existing)
    return run.isPreview
      ? { result: 'created', details }
      : createReflection(run, post, title, caption)
  if (existing.deletedAt)
    return {
      result: 'skipped',
      message: 'In the trash. Restore it to import it again.',
      details: { ...details, contentId: existing.id },
    }
  return run.isPreview || existing.pictures >= post.pictures.length || !existing.isUntouched
    ? { result: 'unchanged', details: { ...details, contentId: existing.id } }
    : addMissingPictures(run, post, existing, title, caption)
}

/**
 * Sync job: imports the posts of the shop's own account as reflections. Existing ones are never
 * overwritten. Pictures are copied because their links expire.
 */
export async function importPosts(
  args: IntegrationArgs,
  run: SyncRun,
  source: PostImportSource,
): Promise<SyncJob<SourcePost>> {
  const { payload } = args
  await requireCredentials(payload.db.drizzle, source)
  const { status = 'draft' } = run.options as PostImportOptions
  const postImport: PostImport = {
    payload,
    source,
    label: connectionLabels[source],
    actor: await getSyncActor(payload, run),
    status,
    isPreview: run.isPreview,
    ...createSource(args, source),
  }
  const { posts, label } = postImport
  let total: number | undefined
  return {
    page: async (cursor) => {
      total ??= await posts.count().catch(() => undefined)
      const { posts: items, next } = await posts.page(cursor)
      return { items, total, next }
    },
    keyOf: ({ id }) => id,
    labelOf: (post) => getTitle(postImport, parseCaption(post.text), post),
    each: (post) => importPost(postImport, post),
    summary: (counts) =>
      summarizeImport(label, 'reflection', run.isPreview, counts, 'already imported'),
  }
}

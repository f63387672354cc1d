import { randomBytes } from 'node:crypto'

import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { htmlToLexical } from '@/modules/content/rules/html-to-lexical'
import { parseCaption, type ParsedCaption } from '@/modules/integrations/rules/parse-caption'
import { importPicture } from '@/modules/media/actions/import-picture'
import type { Content, User } from '@/payload-types'
import { connectionErrorMessage, requireCredentials } from '@/platform/connections/credentials'
import { connectionLabels } from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import { ProviderError } from '@/platform/http/provider-error'
import { toSlug } from '@/platform/slug'
import type { SyncJob, SyncRow, SyncRun } from '@/platform/sync-engine'
import { type Tx, withTransaction } from '@/platform/transaction'
import { getProviders } from '@/providers'
import type { PostSource, SourcePicture, SourcePost } from '@/providers/interfaces'

import { getAccountTokens, withAccountTokens } from './oauth-accounts'
import { getSyncActor } from './sync-actor'

export type PostImportSource = 'instagram' | 'tiktok'
export type PostImportOptions = { status?: 'draft' | 'published' }

/** Where posts come from, and how their pictures are fetched. The tokens are asked for at each call: an import may outlast them. */
const sourceOf = (
  payload: Payload,
  provider: PostImportSource,
): { posts: PostSource; fetchFile: (url: string) => Promise<Buffer> } => {
  const { instagram, tiktok } = getProviders()
  if (provider === 'instagram')
    return {
      posts: instagram.posts(
        async () => (await getAccountTokens(payload, 'instagram')).accessToken,
      ),
      fetchFile: instagram.fetchPicture,
    }
  const ask = <Result>(call: (source: PostSource) => Promise<Result>): Promise<Result> =>
    withAccountTokens(payload, 'tiktok', (tokens) =>
      call(tiktok.posts(() => Promise.resolve(tokens))),
    )
  return {
    posts: {
      page: (cursor) => ask((source) => source.page(cursor)),
      read: (id) => ask((source) => source.read(id)),
      count: () => ask((source) => source.count()),
    },
    fetchFile: tiktok.fetchPicture,
  }
}

type Found = {
  id: number
  isGone: boolean
  /** Nobody has saved it since. */ isUntouched: boolean
  /** How many it shows. */ pictures: number
}
const findPiece = async (
  db: Payload['db']['drizzle'] | Tx,
  source: PostImportSource,
  sourceId: string,
): Promise<Found | null> => {
  const {
    rows: [row],
  } = await db.execute(sql`
    select id, deleted_at is not null as "isGone", num_nonnulls(featured_image_id) + jsonb_array_length(jsonb_path_query_array(body, '$.root.children[*] ? (@.type == "upload")')) as pictures, updated_at is not distinct from imported_at as "isUntouched"
    from content where source = ${source} and source_id = ${sourceId}`)
  return (row as Found | undefined) ?? null
}

const signOff = (tx: Tx, id: number): Promise<unknown> =>
  tx.execute(sql`update content set imported_at = updated_at where id = ${id}`)

const longDate = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
const escape = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** The text, then a link to the film (it stays where it is: our pages ask nothing of others), then the other pictures. */
const bodyOf = (
  label: string,
  { paragraphs }: ParsedCaption,
  post: SourcePost,
  gallery: readonly number[],
): Content['body'] => {
  const html = paragraphs.map((lines) => `<p>${lines.map(escape).join('<br>')}</p>`).join('')
  const film =
    post.isVideo && post.url ? `<p><a href="${escape(post.url)}">Watch it on ${label}</a></p>` : ''
  const pictures = gallery.map((id) => `<img src="${id}">`).join('')
  return htmlToLexical(html + film + pictures, Number)
}

/** An address of its own: of two pieces with one title, the later one carries the end of its post's id. */
const freeSlug = async (
  tx: Tx,
  title: string,
  source: PostImportSource,
  { id, postedAt }: SourcePost,
): Promise<string> => {
  const base =
    toSlug(title).slice(0, 100).replace(/-+$/, '') || `${source}-${postedAt.slice(0, 10)}`
  const wanted = [base, `${base}-${toSlug(id).slice(-6)}`, `${base}-${toSlug(id)}`]
  const { rows } = await tx.execute(
    sql`select slug from content where slug in (select json_array_elements_text(${JSON.stringify(wanted)}::json))`,
  )
  const taken = new Set(rows.map(({ slug }) => String(slug)))
  return wanted.find((slug) => !taken.has(slug)) ?? `${base}-${randomBytes(6).toString('hex')}`
}

/**
 * Posts of the shop's own account as reflections, each once: what is here already is never written over, whoever
 * changed it. Pictures are copied at once, because their links die; one that cannot be had is told and left out.
 */
export async function importPosts(payload: Payload, run: SyncRun): Promise<SyncJob<SourcePost>> {
  const source = run.provider as PostImportSource
  const label = connectionLabels[source]
  await requireCredentials(payload.db.drizzle, source)
  const [{ posts, fetchFile }, person] = [
    sourceOf(payload, source),
    await getSyncActor(payload, run),
  ]
  const { status = 'draft' } = run.options as PostImportOptions

  const copy = (
    post: SourcePost,
    { id, url, alt }: SourcePicture,
    name: string,
  ): Promise<number> => {
    if (!url) throw new AppError('invalid', `${label} gives no picture for it.`)
    return importPicture(payload, { sourceKey: `${source}:${id}`, url, alt, name, fetchFile })
  }

  /** With links that may have died since the page was read: then the post is read anew, once. */
  const picturesOf = async (
    post: SourcePost,
    name: string,
  ): Promise<{ ids: number[]; notes: string[] }> => {
    const ids: number[] = []
    const notes: string[] = []
    let latest: SourcePost | null = null
    for (const picture of post.pictures) {
      try {
        ids.push(
          await copy(post, picture, name).catch(async (error: unknown) => {
            if (!(error instanceof ProviderError) || !picture.url) throw error
            latest ??= await posts.read(post.id).catch(() => null)
            const again = latest?.pictures.find(({ id }) => id === picture.id)
            if (!again?.url || again.url === picture.url) throw error
            return copy(post, again, name)
          }),
        )
      } catch (error) {
        notes.push(`A picture is missing: ${connectionErrorMessage(source, error)}`)
      }
    }
    return { ids, notes: [...new Set(notes)] }
  }

  const create = async (
    post: SourcePost,
    title: string,
    caption: ParsedCaption,
  ): Promise<SyncRow> => {
    const {
      ids: [cover, ...gallery],
      notes,
    } = await picturesOf(post, title)
    const id = await withTransaction(payload, async (req, tx) => {
      const made = await payload.create({
        collection: 'content',
        depth: 0,
        overrideAccess: false,
        user: person,
        req,
        data: {
          title,
          slug: await freeSlug(tx, title, source, post),
          contentType: 'reflection',
          body: bodyOf(label, caption, post, gallery),
          featuredImage: cover ?? null,
          tags: caption.tags,
          status,
          publishedAt: status === 'published' ? post.postedAt : null,
          source,
          sourceId: post.id,
          sourceUrl: post.url,
        },
      })
      await signOff(tx, made.id)
      return made.id
    })
    return {
      result: 'created',
      message: notes.join(' ') || undefined,
      details: {
        contentId: id,
        title,
        tags: caption.tags,
        pictures: cover ? gallery.length + 1 : 0,
      },
    }
  }

  /** A piece of which a picture could not be had, and that nobody has touched since, may get it now. */
  const mend = async (
    post: SourcePost,
    { id, pictures }: Found,
    title: string,
    caption: ParsedCaption,
  ): Promise<SyncRow> => {
    const { ids, notes } = await picturesOf(post, title)
    const [cover, ...gallery] = ids
    if (!cover || ids.length <= pictures)
      return {
        result: 'unchanged',
        message: notes.join(' ') || undefined,
        details: { contentId: id, title },
      }
    await withTransaction(payload, async (req, tx) => {
      await payload.update({
        collection: 'content',
        id,
        depth: 0,
        overrideAccess: false,
        user: person,
        req,
        data: { featuredImage: cover, body: bodyOf(label, caption, post, gallery) },
      })
      await signOff(tx, id)
    })
    return {
      result: 'updated',
      message: ['A picture that was missing came along this time.', ...notes].join(' '),
      details: { contentId: id, title, pictures: ids.length },
    }
  }

  let counted: number | undefined
  return {
    page: async (cursor) => {
      counted ??= await posts.count().catch(() => undefined)
      const { posts: items, next } = await posts.page(cursor)
      return { items, total: counted, next }
    },
    keyOf: ({ id }) => id,
    labelOf: (post) => parseCaption(post.text).title || `${label} post, ${longDate(post.postedAt)}`,
    each: async (post) => {
      const caption = parseCaption(post.text)
      const title = caption.title || `${label} post, ${longDate(post.postedAt)}`
      const about = {
        title,
        tags: caption.tags,
        pictures: post.pictures.filter(({ url }) => url).length,
        sourceUrl: post.url,
      }
      if (post.unfit) return { result: 'skipped', message: post.unfit, details: about }
      const found = await findPiece(payload.db.drizzle, source, post.id)
      if (found?.isGone)
        return {
          result: 'skipped',
          message: 'It is in the trash here. Restore it there to have it again.',
          details: { ...about, contentId: found.id },
        }
      if (found && (run.isPreview || found.pictures >= post.pictures.length || !found.isUntouched))
        return { result: 'unchanged', details: { ...about, contentId: found.id } }
      if (found) return mend(post, found, title, caption)
      return run.isPreview ? { result: 'created', details: about } : create(post, title, caption)
    },
    summary: ({ created, updated, unchanged, skipped, failed }) => {
      const others = [
        [updated, 'updated'],
        [unchanged, 'here already'],
        [skipped, 'left out'],
        [failed, 'failed'],
      ] as const
      const more = others
        .flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []))
        .join(', ')
      const head = `${created} ${created === 1 ? 'reflection' : 'reflections'} ${run.isPreview ? 'would be imported' : 'imported'} from ${label}`
      return `${head}${more ? ` (${more})` : ''}.`
    },
  }
}

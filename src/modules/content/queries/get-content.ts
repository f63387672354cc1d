import { sql } from '@payloadcms/db-postgres'
import type { SQL } from 'drizzle-orm'
import type { Payload } from 'payload'

import type { ContentStatus, ContentType } from '@/modules/content/rules/content'
import { pictureIdsIn } from '@/modules/content/rules/rich-text-elements'
import { getPictures, type PictureView } from '@/modules/media/queries/pictures'
import { passthroughFileName } from '@/platform/storage/passthrough-files'

import { contentCardsFrom, type ContentCardView } from './content-cards'

/** `seconds` is null when the file does not tell how long it is. */
export type AudioView = {
  src: string
  mimeType: string
  seconds: number | null
  transcript: string
}

export type ContentView = ContentCardView & {
  /** The editor's document, as it keeps it. */
  body: unknown
  /** The pictures that stand in the body, by their ids. */
  bodyPictures: Record<string, PictureView>
  viewCount: number
  seoTitle: string
  seoDescription: string
  seoKeywords: string
  /** ISO 8601, UTC. */
  updatedAt: string
  recording: AudioView | null
  related: ContentCardView[]
}

const relatedShown = 3

/** Where a piece is now that once had this address; null when none had. */
export async function findMovedContent(
  payload: Payload,
  slug: string,
): Promise<{ slug: string; contentType: ContentType } | null> {
  const { rows } = await payload.db.drizzle.execute(sql`
    select c.slug, c.content_type as "contentType" from content_texts t join content c on c.id = t.parent_id
    where t.path = 'formerSlugs' and t.text = ${slug} and c.status = 'published' order by c.updated_at desc limit 1`)
  return (rows[0] as { slug: string; contentType: ContentType } | undefined) ?? null
}

type Found = {
  id: number
  status: ContentStatus
  content_type: ContentType
  body: unknown
  view_count: number | null
  seo_title: string | null
  seo_description: string | null
  seo_keywords: string | null
  updated_at: string
  transcript: string | null
  audio: { baseName: string; mimeType: string; seconds: number | null } | null
}

/** Others that share the most tags, the newest first; beside a reflection other reflections before the rest, elsewhere after the tags. */
const chosen = (id: number) => sql`
  select id, row_number() over (order by (id = ${id}) desc, (reflective and beside_reflection) desc, shared desc, reflective desc, published_at desc nulls last, id desc) as place from (
    select c.id, c.published_at, c.content_type = 'reflection' as reflective,
      (select content_type = 'reflection' from content where id = ${id}) as beside_reflection,
      (select count(*) from content_texts mine join content_texts theirs on theirs.text = mine.text and theirs.path = 'tags'
        where mine.path = 'tags' and mine.parent_id = ${id} and theirs.parent_id = c.id) as shared
    from content c where c.status = 'published' or c.id = ${id}) others
  order by place limit ${relatedShown + 1}`

const toRecording = ({ audio, transcript }: Found): AudioView | null =>
  audio && {
    src: `/uploads/${passthroughFileName(audio.baseName, audio.mimeType)}`,
    mimeType: audio.mimeType,
    seconds: audio.seconds,
    transcript: transcript ?? '',
  }

const findContent = async (
  payload: Payload,
  which: SQL,
): Promise<{ piece: ContentView; status: ContentStatus } | null> => {
  const { rows } = await payload.db.drizzle.execute(sql`
    select id, status, content_type, body, view_count::integer, seo_title, seo_description, seo_keywords,
      to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at, transcript,
      (select json_build_object('baseName', base_name, 'mimeType', mime_type, 'seconds', duration_seconds) from media where media.id = audio_id and media.deleted_at is null and mime_type like 'audio/%') as audio
    from content where ${which}`)
  const [found] = rows as unknown as Found[]
  if (!found) return null
  const [card, ...related] = await contentCardsFrom(payload, chosen(found.id))
  if (card?.id !== found.id) return null
  const piece = {
    ...card,
    body: found.body,
    bodyPictures: Object.fromEntries(await getPictures(payload, pictureIdsIn(found.body))),
    viewCount: found.view_count ?? 0,
    seoTitle: found.seo_title || card.title,
    seoDescription: found.seo_description || card.excerpt,
    seoKeywords: found.seo_keywords ?? '',
    updatedAt: found.updated_at,
    recording: toRecording(found),
    related,
  }
  return { piece, status: found.status }
}

/** A published piece and up to three related ones, in two statements; null when there is none. */
export async function getContent(payload: Payload, slug: string): Promise<ContentView | null> {
  return (await findContent(payload, sql`slug = ${slug} and status = 'published'`))?.piece ?? null
}

/** Any piece that is not in the trash, for staff. */
export function getContentPreview(
  payload: Payload,
  id: number,
): Promise<{ piece: ContentView; status: ContentStatus } | null> {
  return findContent(payload, sql`id = ${id} and deleted_at is null`)
}

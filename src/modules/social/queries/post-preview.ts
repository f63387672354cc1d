import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import { contentHref, type ContentType } from '@/modules/content/rules/content'
import {
  type ComposedPost,
  composePost,
  type SocialDraft,
} from '@/modules/social/rules/compose-post'
import { type SocialPlatform, socialPlatforms } from '@/modules/social/rules/social-post'
import { env } from '@/platform/env'

type Picture = { id: number; baseName: string; widths: number[]; color: string | null; alt: string }
export type LinkedItem = {
  kind: 'content' | 'product'
  url: string
  title: string
  description: string
  picture: Picture | null
  isPublic: boolean
}
/** What a post points to and takes along, read fresh. */
export type PostAttachments = { things: LinkedItem[]; pictures: Picture[] }
type Asked = { contentId?: number | null; productId?: number | null; mediaIds?: readonly number[] }

const picture = (id: string) =>
  sql.raw(`(select json_build_object('id', m.id, 'baseName', m.base_name, 'widths', m.widths, 'color', m.color, 'alt', coalesce(m.alt, ''))
  from media m where m.id = ${id} and m.deleted_at is null and m.base_name is not null and m.mime_type like 'image/%')`)

export async function readPostAttachments(
  payload: Payload,
  { contentId, productId, mediaIds = [] }: Asked,
): Promise<PostAttachments> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`select
    (select json_build_object('slug', c.slug, 'contentType', c.content_type, 'title', c.title, 'description', coalesce(nullif(c.seo_description, ''), c.excerpt, ''), 'isPublic', c.status = 'published' and c.deleted_at is null, 'picture', ${picture('c.featured_image_id')})
      from content c where c.id = ${contentId ?? null}) as content,
    (select json_build_object('id', p.id, 'title', p.name, 'description', left(coalesce(nullif(p.seo_description, ''), p.description, ''), 300), 'isPublic', coalesce(p.is_active, false) and p.deleted_at is null,
      'picture', (select ${picture('r.media_id')} from products_rels r where r.parent_id = p.id and r.path = 'images' order by r."order" limit 1))
      from products p where p.id = ${productId ?? null}) as product,
    coalesce((select json_agg(${picture('asked.id')} order by asked.place) from (select value::integer as id, ordinality as place from json_array_elements_text(${JSON.stringify(mediaIds)}::json) with ordinality) asked), '[]') as pictures`)
  const { content, product, pictures } = row as unknown as {
    content: (Omit<LinkedItem, 'kind' | 'url'> & { slug: string; contentType: ContentType }) | null
    product: (Omit<LinkedItem, 'kind' | 'url'> & { id: number }) | null
    pictures: (Picture | null)[]
  }
  return {
    things: [
      ...(content
        ? [
            {
              kind: 'content' as const,
              url: env.SERVER_URL + contentHref(content),
              title: content.title,
              description: content.description,
              picture: content.picture,
              isPublic: content.isPublic,
            },
          ]
        : []),
      ...(product
        ? [
            {
              kind: 'product' as const,
              url: `${env.SERVER_URL}/products/${product.id}`,
              title: product.title,
              description: product.description,
              picture: product.picture,
              isPublic: product.isPublic,
            },
          ]
        : []),
    ],
    pictures: pictures.filter((one) => one !== null),
  }
}

export function toSocialDraft(
  { postText, hashtags }: { postText: string; hashtags: readonly string[] },
  { things, pictures }: PostAttachments,
): SocialDraft {
  return {
    text: postText,
    hashtags,
    links: things.map(({ url }) => url),
    pictures: pictures.length,
  }
}

export type SocialPreview = Omit<ComposedPost, 'card'> & {
  platform: SocialPlatform
  card: {
    url: string
    host: string
    title: string
    description: string
    baseName: string | null
  } | null
}

/** How a post will look on each network, and what stands in its way: the very texts that are sent. */
export async function previewSocialPost(
  payload: Payload,
  { postText, hashtags, ...asked }: Asked & { postText: string; hashtags: readonly string[] },
): Promise<SocialPreview[]> {
  const parts = await readPostAttachments(payload, asked)
  return socialPlatforms.map((platform) => {
    const composed = composePost(platform, toSocialDraft({ postText, hashtags }, parts))
    const thing = parts.things.find(({ url }) => url === composed.card)
    return {
      ...composed,
      platform,
      card: thing
        ? {
            url: thing.url,
            host: new URL(thing.url).host,
            title: thing.title,
            description: thing.description,
            baseName: thing.picture?.baseName ?? null,
          }
        : null,
    }
  })
}

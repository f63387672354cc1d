import { and, asc, count, desc, eq, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import { alias } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import { content, content_texts } from '@/payload-generated-schema'

const isTag = eq(content_texts.path, 'tags')

/** The tags of the selected content. Only for joined queries: Drizzle drops the table names in others. */
export const contentTags = sql<string[]>`coalesce((
  select json_agg(${content_texts.text} order by ${content_texts.order}) from ${content_texts}
  where ${content_texts.parent} = ${content.id} and ${isTag}), '[]')`

/** Condition that content has a tag for which `matches` is true. */
export function hasTag(matches: (tag: typeof content_texts.text) => SQL): SQL {
  return sql`exists (select from ${content_texts} where ${content_texts.parent} = ${content.id} and ${isTag} and ${matches(content_texts.text)})`
}

/** The number of tags that content shares with the one with this id, as a subquery. */
export function countSharedTags({ db }: Payload, id: number): SQL {
  const ownTags = alias(content_texts, 'own_tags')
  const shared = db.drizzle
    .select({ count: count() })
    .from(ownTags)
    .innerJoin(content_texts, and(eq(content_texts.text, ownTags.text), isTag))
    .where(
      and(eq(ownTags.path, 'tags'), eq(ownTags.parent, id), eq(content_texts.parent, content.id)),
    )
  return sql`${shared}`
}

/** Returns the tags of published reflections, the most used first, in lower case. */
export async function listTopics({ db }: Payload, limit: number): Promise<string[]> {
  const tag = sql<string>`lower(${content_texts.text})`
  const rows = await db.drizzle
    .select({ tag })
    .from(content_texts)
    .innerJoin(content, eq(content.id, content_texts.parent))
    .where(and(isTag, eq(content.status, 'published'), eq(content.contentType, 'reflection')))
    .groupBy(tag)
    .orderBy(desc(count()), asc(tag))
    .limit(limit)
  return rows.map((row) => row.tag)
}

import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * The files that a text uses, for an index: '#12' for a file by its id (as a node, or in a block), and the names of
 * those that it names by path, as they stand there and without the width at their end.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create function uploads_in(body jsonb) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct name), '{}') from (
        select '#' || (value #>> '{}') as name
          from unnest(array[
            '$.** ? (@.type == "upload").value', '$.** ? (@.type == "upload").value.id',
            '$.** ? (@.type == "block").fields.audio', '$.** ? (@.type == "block").fields.images[*].image'
          ]::jsonpath[]) place, jsonb_path_query(body, place) value
          where jsonb_typeof(value) in ('number', 'string')
        union all
        select unnest(array[found[1], regexp_replace(found[1], '-[0-9]+$', '')])
          from regexp_matches(body::text, '/uploads/([a-z0-9-]+)', 'g') found
      ) names
    $$;
    create index content_uploads_idx on content using gin (uploads_in(body));`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop index content_uploads_idx;
    drop function uploads_in(jsonb);`)
}

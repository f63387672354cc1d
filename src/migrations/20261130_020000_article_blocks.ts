import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The search's function that reads the texts of an article, which are at these JSON paths. */
const searchBody = (...paths: string[]) =>
  sql.raw(`
    create or replace function search_body(body jsonb, more text) returns tsvector language sql immutable as $$
      select to_tsvector('english', search_text(left(concat_ws(' ',
        (select string_agg(node #>> '{}', ' ') from unnest(array[${paths.map((path) => `'strict $.**.${path}'`).join(', ')}]::jsonpath[]) path,
          jsonb_path_query(body, path) node), more), 200000))) $$;`)

/**
 * The search also reads what the blocks of an article show besides texts: labels of buttons, tables with their captions,
 * sources of quotes, and titles of recordings. The next migration reads published articles again.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  const blockFields = ['label', 'caption', 'rows', 'source', 'title']
  await db.execute(searchBody('text', ...blockFields.map((name) => `fields.${name}`)))
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(searchBody('text'))
}

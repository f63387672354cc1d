import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The ids of the products that the blocks of a text show, for an index. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create function products_in(body jsonb) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct id #>> '{}'), '{}')
        from jsonb_path_query(body, '$.** ? (@.type == "block" && @.fields.blockType == "product").fields.product') id
    $$;
    create index content_products_idx on content using gin (products_in(body));`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop index content_products_idx;
    drop function products_in(jsonb);`)
}

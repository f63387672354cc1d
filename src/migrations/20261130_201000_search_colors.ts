import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The search's function that reads a product, with what is added to its document. */
const refreshProductSearch = (added: string) =>
  sql.raw(`
    create or replace function refresh_product_search(ids integer[]) returns void language plpgsql as $$
    declare source record;
    begin
      -- Locked first, so that the statements below see what a concurrent save of the same product committed.
      perform from product_search where product_id = any(ids) order by product_id for update;
      for source in
        select p.id, p.name, p.description, garment_of(p.name) as garment,
          concat_ws(' ', (select name from categories c where c.id = p.category_id), replace(garment_of(p.name), '-', ' '),
            (select string_agg(text, ' ') from products_texts t where t.parent_id = p.id and t.path in ('tags', 'sizesAvailable', 'colorsAvailable'))) as facts,
          (select string_agg(text, ' ') from products_texts t where t.parent_id = p.id and t.path = 'colorsAvailable') as colors
        from products p where p.id = any(ids) order by p.id
      loop
        perform add_search_words(source.name || ' ' || source.facts);
        insert into product_search values (
          source.id,
          search_document(source.name, 'A') || search_document(source.facts, 'B') || setweight(to_tsvector('english', search_text(source.description)), 'C')${added},
          source.garment,
          array(select distinct search_slug(color) from products_variants where _parent_id = source.id and available and color is not null),
          array(select distinct search_slug(size) from products_variants where _parent_id = source.id and available and size is not null),
          array(select distinct search_slug(color) || '/' || search_slug(size) from products_variants
            where _parent_id = source.id and available and color is not null and size is not null))
        on conflict (product_id) do update set document = excluded.document, garment = excluded.garment, colors = excluded.colors,
          sizes = excluded.sizes, combinations = excluded.combinations;
      end loop;
    end $$;`)

/**
 * The document of a product has its colors once more, with a weight of their own, so that “green” can mean the color
 * pine and not a print with pines. The next migration reads all products again.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(refreshProductSearch(" || search_document(source.colors, 'D')"))
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(refreshProductSearch(''))
}

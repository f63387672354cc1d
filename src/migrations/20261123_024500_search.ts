import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * What the shop's search reads, kept by triggers because it comes from several tables: a document and the options that
 * can be bought for each product, a document for each article, and the words that a typo may have meant.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    drop index products_search;
    alter table products drop column search;

    create table product_search (
      product_id integer primary key references products on delete cascade,
      document tsvector not null,
      garment text,
      -- Of available variants only; combinations are 'color/size'.
      colors text[] not null,
      sizes text[] not null,
      combinations text[] not null
    );
    create index product_search_document on product_search using gin (document);
    create index product_search_names on product_search using gin (ts_filter(document, '{a}'));
    create table content_search (content_id integer primary key references content on delete cascade, document tsvector not null);
    create index content_search_document on content_search using gin (document);
    -- Not unique: a unique index would make concurrent saves with the same new words wait for each other.
    create table search_words (word text not null);
    create index search_words_word on search_words (word);
    create index search_words_trgm on search_words using gin (word gin_trgm_ops);

    -- The counterpart of wordsOf in modules/shop/rules/search-synonyms.ts.
    create function search_text(value text) returns text language sql immutable as $$
      select lower(translate(regexp_replace(normalize(coalesce(value, ''), NFKD), '[\\u0300-\\u036f''’]', '', 'g'), '-/._@&', '      ')) $$;
    create function search_document(value text, weight "char") returns tsvector language sql immutable as $$
      select setweight(to_tsvector('english', search_text(value)) || to_tsvector('simple', search_text(value)), weight) $$;
    create function search_slug(value text) returns text language sql immutable as $$
      select trim(both '-' from regexp_replace(lower(value), '[^a-z0-9]+', '-', 'g')) $$;
    -- The counterpart of the list in modules/catalog/rules/garments.ts.
    create function garment_of(name text) returns text language sql immutable as $$
      select case
        when name ~* '\\mlong[- ]?sleeve' then 'long-sleeve'
        when name ~* '\\m(hoodie|hoody|sweatshirt|crewneck|pullover)s?\\M' then 'hoodie'
        when name ~* '\\mtank(s| ?tops?)?\\M' then 'tank'
        when name ~* '\\mtotes?\\M' then 'tote'
        when name ~* '\\m(tees?|t-?shirts?|shirts?)\\M' then 'tee'
      end $$;

    create function add_search_words(value text) returns void language plpgsql as $$ begin
      insert into search_words (word)
        select distinct found.word from unnest(tsvector_to_array(to_tsvector('simple', search_text(value)))) as found(word)
        where found.word ~ '^[a-z]{3,30}$' and not exists (select from search_words known where known.word = found.word);
    end $$;

    create function refresh_product_search(ids integer[]) returns void language plpgsql as $$
    declare source record;
    begin
      -- Locked first, so that the statements below see what a concurrent save of the same product committed.
      perform from product_search where product_id = any(ids) order by product_id for update;
      for source in
        select p.id, p.name, p.description, garment_of(p.name) as garment,
          concat_ws(' ', (select name from categories c where c.id = p.category_id), replace(garment_of(p.name), '-', ' '),
            (select string_agg(text, ' ') from products_texts t where t.parent_id = p.id and t.path in ('tags', 'sizesAvailable', 'colorsAvailable'))) as facts
        from products p where p.id = any(ids) order by p.id
      loop
        perform add_search_words(source.name || ' ' || source.facts);
        insert into product_search values (
          source.id,
          search_document(source.name, 'A') || search_document(source.facts, 'B') || setweight(to_tsvector('english', search_text(source.description)), 'C'),
          source.garment,
          array(select distinct search_slug(color) from products_variants where _parent_id = source.id and available and color is not null),
          array(select distinct search_slug(size) from products_variants where _parent_id = source.id and available and size is not null),
          array(select distinct search_slug(color) || '/' || search_slug(size) from products_variants
            where _parent_id = source.id and available and color is not null and size is not null))
        on conflict (product_id) do update set document = excluded.document, garment = excluded.garment, colors = excluded.colors,
          sizes = excluded.sizes, combinations = excluded.combinations;
      end loop;
    end $$;
    create function refresh_content_search(ids integer[]) returns void language plpgsql as $$
    declare source record;
    begin
      perform from content_search where content_id = any(ids) order by content_id for update;
      for source in
        select c.id, c.title, c.excerpt, concat_ws(' ', replace(c.content_type::text, '_', ' '),
          (select string_agg(text, ' ') from content_texts t where t.parent_id = c.id and t.path = 'tags')) as facts
        from content c where c.id = any(ids) order by c.id
      loop
        perform add_search_words(concat_ws(' ', source.title, source.facts, source.excerpt));
        insert into content_search values (
          source.id,
          search_document(source.title, 'A') || search_document(source.facts, 'B') || setweight(to_tsvector('english', search_text(source.excerpt)), 'C'))
        on conflict (content_id) do update set document = excluded.document;
      end loop;
    end $$;

    create function refresh_search_of_row() returns trigger language plpgsql as $$ begin
      if TG_TABLE_NAME = 'products' then perform refresh_product_search(array[NEW.id]);
      elsif TG_TABLE_NAME = 'categories' then perform refresh_product_search(array(select id from products where category_id = NEW.id));
      else perform refresh_content_search(array[NEW.id]);
      end if;
      return null;
    end $$;
    create trigger product_search_added after insert on products for each row execute function refresh_search_of_row();
    create trigger product_search_changed after update on products for each row
      when ((OLD.name, OLD.description, OLD.category_id) is distinct from (NEW.name, NEW.description, NEW.category_id)) execute function refresh_search_of_row();
    create trigger product_search_renamed after update on categories for each row when (OLD.name is distinct from NEW.name) execute function refresh_search_of_row();
    create trigger content_search_added after insert on content for each row execute function refresh_search_of_row();
    create trigger content_search_changed after update on content for each row
      when ((OLD.title, OLD.excerpt, OLD.content_type) is distinct from (NEW.title, NEW.excerpt, NEW.content_type)) execute function refresh_search_of_row();

    create function refresh_search_of_parts() returns trigger language plpgsql as $$ begin
      if TG_TABLE_NAME = 'products_variants' then perform refresh_product_search(array(select distinct _parent_id from changed));
      elsif TG_TABLE_NAME = 'products_texts' then perform refresh_product_search(array(select distinct parent_id from changed));
      else perform refresh_content_search(array(select distinct parent_id from changed));
      end if;
      return null;
    end $$;
    ${sql.raw(
      ['products_variants', 'products_texts', 'content_texts']
        .flatMap((table) => [
          `create trigger ${table}_search_added after insert on ${table} referencing new table as changed for each statement execute function refresh_search_of_parts();`,
          `create trigger ${table}_search_changed after update on ${table} referencing new table as changed for each statement execute function refresh_search_of_parts();`,
          `create trigger ${table}_search_removed after delete on ${table} referencing old table as changed for each statement execute function refresh_search_of_parts();`,
        ])
        .join('\n'),
    )}

    select refresh_product_search(array(select id from products));
    select refresh_content_search(array(select id from content));
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    ${sql.raw(
      ['products_variants', 'products_texts', 'content_texts']
        .flatMap((table) =>
          ['added', 'changed', 'removed'].map(
            (when) => `drop trigger ${table}_search_${when} on ${table};`,
          ),
        )
        .join('\n'),
    )}
    drop trigger product_search_added on products;
    drop trigger product_search_changed on products;
    drop trigger product_search_renamed on categories;
    drop trigger content_search_added on content;
    drop trigger content_search_changed on content;
    drop function refresh_search_of_parts, refresh_search_of_row, refresh_content_search, refresh_product_search, add_search_words,
      garment_of, search_slug, search_document, search_text;
    drop table search_words, content_search, product_search;
    alter table products add column search tsvector generated always as (
      setweight(to_tsvector('english', coalesce(name, '')), 'A') ||
      setweight(to_tsvector('english', coalesce(search_tags, '')), 'B') ||
      setweight(to_tsvector('english', coalesce(description, '')), 'C')) stored;
    create index products_search on products using gin (search) where is_active;
  `)
}

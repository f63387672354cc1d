import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The search's function that reads an article, with what it does besides with its text. */
const refreshContentSearch = (more: string) =>
  sql.raw(`
    create or replace function refresh_content_search(ids integer[]) returns void language plpgsql as $$
    declare source record;
    begin
      perform from content_search where content_id = any(ids) order by content_id for update;
      for source in
        select c.id, c.title, c.excerpt, c.status, c.body, concat_ws(' ', c.transcript, c.seo_description, c.seo_keywords) as more, concat_ws(' ', replace(c.content_type::text, '_', ' '),
          (select string_agg(text, ' ') from content_texts t where t.parent_id = c.id and t.path = 'tags')) as facts
        from content c where c.id = any(ids) order by c.id
      loop
        perform add_search_words(concat_ws(' ', source.title, source.facts, source.excerpt));
        ${more}
        insert into content_search (content_id, document, body) values (
          source.id,
          search_document(source.title, 'A') || search_document(source.facts, 'B') || setweight(to_tsvector('english', search_text(source.excerpt)), 'C'),
          case when source.status = 'published' then search_body(source.body, source.more) end)
        on conflict (content_id) do update set document = excluded.document, body = excluded.body;
      end loop;
    end $$;`)

const paths = ['text', 'label', 'caption', 'rows', 'source', 'title'].map((name) =>
  name === 'text' ? name : `fields.${name}`,
)
const bodyText = `search_text(left(concat_ws(' ',
        (select string_agg(node #>> '{}', ' ') from unnest(array[${paths.map((path) => `'strict $.**.${path}'`).join(', ')}]::jsonpath[]) path,
          jsonb_path_query(body, path) node), more), 200000))`

/**
 * The words in the texts of published articles, so that a search for them corrects typos. They are apart from
 * search_words, because a typo in a search for products rarely means one of them. The next migration fills the table.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(
    sql.raw(`
    create table content_words (word text not null);
    create index content_words_word on content_words (word);
    create index content_words_trgm on content_words using gin (word gin_trgm_ops);

    create function search_body_text(body jsonb, more text) returns text language sql immutable as $$
      select ${bodyText} $$;
    create or replace function search_body(body jsonb, more text) returns tsvector language sql immutable as $$
      select to_tsvector('english', search_body_text(body, more)) $$;
    create function add_content_words(value text) returns void language plpgsql as $$ begin
      insert into content_words (word)
        select distinct found.word from unnest(tsvector_to_array(to_tsvector('simple', value))) as found(word)
        where found.word ~ '^[a-z]{4,30}$' and not exists (select from content_words known where known.word = found.word);
    end $$;`),
  )
  await db.execute(
    refreshContentSearch(
      `if source.status = 'published' then perform add_content_words(search_body_text(source.body, source.more)); end if;`,
    ),
  )
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(refreshContentSearch(''))
  await db.execute(
    sql.raw(`
    create or replace function search_body(body jsonb, more text) returns tsvector language sql immutable as $$
      select to_tsvector('english', ${bodyText}) $$;
    drop function add_content_words, search_body_text;
    drop table content_words;`),
  )
}

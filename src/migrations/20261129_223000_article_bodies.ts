import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The search's function that reads an article, with the columns and values before it and those after it. */
const refreshContentSearch = (columns: string, values: string, assignment: string) =>
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
        insert into content_search (content_id, document${columns}) values (
          source.id,
          search_document(source.title, 'A') || search_document(source.facts, 'B') || setweight(to_tsvector('english', search_text(source.excerpt)), 'C')${values})
        on conflict (content_id) do update set document = excluded.document${assignment};
      end loop;
    end $$;`)

/**
 * The search also reads the texts of published articles, of their recordings, and for search engines, in a column of its
 * own: ranking reads only the short document. Only a published article has it, and saving a draft doesn't compute it. The
 * next migration fills it.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    -- Locks content before content_search, as searches do, and lets readers go on.
    create or replace trigger content_search_changed after update on content for each row
      when ((OLD.title, OLD.excerpt, OLD.content_type, OLD.status) is distinct from (NEW.title, NEW.excerpt, NEW.content_type, NEW.status))
      execute function refresh_search_of_row();
    -- Only for statements that set these columns: counting a view doesn't, and comparing texts takes longer than counting.
    create trigger content_search_rewritten after update of body, transcript, seo_description, seo_keywords on content for each row
      when (OLD.status = 'published' and NEW.status = 'published' and (OLD.body, OLD.transcript, OLD.seo_description, OLD.seo_keywords)
          is distinct from (NEW.body, NEW.transcript, NEW.seo_description, NEW.seo_keywords))
      execute function refresh_search_of_row();

    alter table content_search add column body tsvector;
    create index content_search_body on content_search using gin (body);

    -- Far below the most that a tsvector holds (1 MB), so that no article is too long to be saved.
    create function search_body(body jsonb, more text) returns tsvector language sql immutable as $$
      select to_tsvector('english', search_text(left(concat_ws(' ',
        (select string_agg(node #>> '{}', ' ') from jsonb_path_query(body, 'strict $.**.text') node), more), 200000))) $$;
    ${refreshContentSearch(
      ', body',
      `,
          case when source.status = 'published' then search_body(source.body, source.more) end`,
      ', body = excluded.body',
    )}
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop trigger content_search_rewritten on content;
    drop trigger content_search_changed on content;
    create trigger content_search_changed after update on content for each row
      when ((OLD.title, OLD.excerpt, OLD.content_type) is distinct from (NEW.title, NEW.excerpt, NEW.content_type)) execute function refresh_search_of_row();
    ${refreshContentSearch('', '', '')}
    drop function search_body;
    alter table content_search drop column body;
  `)
}

import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * What goes to the trash leaves the shop at once and comes back as it was: the database itself switches it off, so
 * that no query has to remember. One run at a time for each service. Searches of the panel have their indexes.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create function trash_product() returns trigger language plpgsql as $$ begin
      if NEW.deleted_at is not null and OLD.deleted_at is null then
        NEW.was_active := OLD.is_active; NEW.is_active := false;
      elsif NEW.deleted_at is null and OLD.deleted_at is not null then
        NEW.is_active := coalesce(OLD.was_active, false); NEW.was_active := null;
      elsif NEW.deleted_at is not null then
        NEW.was_active := OLD.was_active; NEW.is_active := false;
      end if;
      return NEW;
    end $$;
    create trigger trash_product before update on products for each row execute function trash_product();

    create function trash_content() returns trigger language plpgsql as $$ begin
      if NEW.deleted_at is not null and OLD.deleted_at is null then
        NEW.status_before_trash := OLD.status; NEW.status := 'draft';
      elsif NEW.deleted_at is null and OLD.deleted_at is not null then
        NEW.status := coalesce(OLD.status_before_trash, 'draft')::enum_content_status; NEW.status_before_trash := null;
      elsif NEW.deleted_at is not null then
        NEW.status_before_trash := OLD.status_before_trash; NEW.status := 'draft';
      end if;
      return NEW;
    end $$;
    create trigger trash_content before update on content for each row execute function trash_content();

    alter table sync_rows drop constraint sync_rows_run_id_sync_runs_id_fk;
    alter table sync_rows add constraint sync_rows_run_id_sync_runs_id_fk foreign key (run_id) references sync_runs(id) on delete cascade;
    alter table social_deliveries drop constraint social_deliveries_post_id_social_posts_id_fk;
    alter table social_deliveries add constraint social_deliveries_post_id_social_posts_id_fk foreign key (post_id) references social_posts(id) on delete cascade;
    alter table api_keys drop constraint api_keys_created_by_id_users_id_fk;
    alter table api_keys add constraint api_keys_created_by_id_users_id_fk foreign key (created_by_id) references users(id) on delete cascade;

    create unique index sync_runs_one_at_a_time on sync_runs (provider) where status in ('queued', 'running');
    create index social_posts_due on social_posts (scheduled_for) where status = 'scheduled' and deleted_at is null;
    create index content_due on content (scheduled_for) where status = 'scheduled';
    create index orders_paid_at on orders (paid_at) where paid_at is not null;
    create index users_find_trgm on users using gin ((
      coalesce(username, '') || ' ' || coalesce(email, '') || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '')) gin_trgm_ops);
    create index content_title_trgm on content using gin (title gin_trgm_ops);
    create index products_find_trgm on products using gin (name gin_trgm_ops);
    alter table orders add constraint orders_cost_is_money check (fulfillment_cost_cents is null or (fulfillment_cost_cents >= 0 and fulfillment_cost_cents = trunc(fulfillment_cost_cents)));

    -- Who has what open in the panel, told every few seconds and forgotten soon after
    create table editing_now (
      collection text not null, document_id integer not null, user_id integer not null references users(id) on delete cascade,
      seen_at timestamptz not null default now(), primary key (collection, document_id, user_id));
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop table editing_now;
    alter table orders drop constraint orders_cost_is_money;
    drop index products_find_trgm, content_title_trgm, users_find_trgm, orders_paid_at, content_due, social_posts_due, sync_runs_one_at_a_time;
    drop trigger trash_content on content; drop function trash_content;
    drop trigger trash_product on products; drop function trash_product;
  `)
}

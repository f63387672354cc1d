import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** What belongs to a person goes with them; each thing is kept once; counters and audit rows are not written over. */
const goesWith: readonly [table: string, column: string, to: string, constraint: string][] = [
  ['identities', 'user_id', 'users', 'identities_user_id_users_id_fk'],
  ['account_tokens', 'user_id', 'users', 'account_tokens_user_id_users_id_fk'],
  ['addresses', 'user_id', 'users', 'addresses_user_id_users_id_fk'],
  ['saved_items', 'user_id', 'users', 'saved_items_user_id_users_id_fk'],
  ['saved_items', 'product_id', 'products', 'saved_items_product_id_products_id_fk'],
  ['saved_items', 'content_id', 'content', 'saved_items_content_id_content_id_fk'],
  ['subscriber_events', 'subscriber_id', 'subscribers', 'subscriber_events_subscriber_id_subscribers_id_fk'],
]

const onDelete = (action: 'cascade' | 'set null'): string => goesWith.map(([table, column, to, constraint]) => `
  alter table ${table} drop constraint ${constraint};
  alter table ${table} add constraint ${constraint} foreign key (${column}) references ${to}(id) on delete ${action};`).join('')

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql.raw(onDelete('cascade')))
  await db.execute(sql`
    alter table saved_items add constraint saved_items_one_thing check (num_nonnulls(product_id, content_id) = 1);
    create unique index saved_items_product_once on saved_items (user_id, product_id) where product_id is not null;
    create unique index saved_items_content_once on saved_items (user_id, content_id) where content_id is not null;
    create unique index addresses_one_default on addresses (user_id) where is_default;
    create unique index reviews_one_each on reviews (customer_id, product_id) where customer_id is not null;
    create index account_tokens_open on account_tokens (user_id, purpose) where used_at is null;
    create index data_requests_due on data_requests (erase_after) where status in ('verified', 'waiting');
    create index orders_of_customer on orders (customer_id, created_at desc, id desc) where customer_id is not null;
    create index orders_of_email on orders (email);
    create index content_former_slugs on content_texts (text) where path = 'formerSlugs';

    create trigger audit_events_append_only before update or delete on audit_events for each row execute function refuse_change();

    -- Views are counted by one statement that sets the flag; a save of the whole row keeps the number that is there
    create function guard_view_count() returns trigger language plpgsql as $$ begin
      if coalesce(current_setting('app.count_view', true), '') <> '1' then
        NEW.view_count := OLD.view_count;
      end if;
      return NEW;
    end $$;
    create trigger guard_view_count before update on content for each row execute function guard_view_count();

    update content set first_published_at = published_at where published_at is not null;
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop trigger guard_view_count on content; drop function guard_view_count;
    drop trigger audit_events_append_only on audit_events;
    drop index content_former_slugs, orders_of_email, orders_of_customer, data_requests_due, account_tokens_open,
      reviews_one_each, addresses_one_default, saved_items_content_once, saved_items_product_once;
    alter table saved_items drop constraint saved_items_one_thing;
  `)
  await db.execute(sql.raw(onDelete('set null')))
}

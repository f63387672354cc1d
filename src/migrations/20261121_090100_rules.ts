import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * What Payload's schema cannot say: prices and search as generated columns with their indexes, money that must add
 * up, provider ids that exist once, a timeline that only grows, and roles that change in one place only.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create extension if not exists pg_trgm;

    -- The catalogue
    alter table products
      add constraint products_prices_are_money check (
        (base_price is null or (base_price >= 0 and base_price <> 'NaN' and base_price <= 10000)) and
        (sale_price is null or (sale_price >= 0 and sale_price <> 'NaN' and (base_price is null or sale_price < base_price)))),
      add column effective_price_cents integer generated always as (round(coalesce(sale_price, base_price, 0) * 100)::integer) stored,
      add column search tsvector generated always as (
        setweight(to_tsvector('english', coalesce(name, '')), 'A') ||
        setweight(to_tsvector('english', coalesce(search_tags, '')), 'B') ||
        setweight(to_tsvector('english', coalesce(description, '')), 'C')) stored;
    create index products_search on products using gin (search) where is_active;
    create index products_name_trgm on products using gin (name gin_trgm_ops) where is_active;
    create index products_newest on products (created_at desc, id desc) where is_active;
    create index products_by_name on products (name, id) where is_active;
    create index products_by_price on products (effective_price_cents, id) where is_active;
    create index products_category_newest on products (category_id, created_at desc, id desc) where is_active;
    create index products_category_price on products (category_id, effective_price_cents, id) where is_active;
    create index products_featured on products (created_at desc, id desc) where is_active and is_featured;
    create index products_texts_parent on products_texts (parent_id, path, "order");
    create index products_rels_parent_path on products_rels (parent_id, path, "order");
    create index content_texts_parent on content_texts (parent_id, path, "order");
    create index content_published on content (published_at desc, id desc) where status = 'published';
    create index reviews_approved on reviews (product_id, created_at desc) where status = 'approved';

    -- Money
    create sequence order_numbers start with 1001;
    alter table orders
      add constraint orders_money_adds_up check (
        subtotal_cents >= 0 and shipping_cents >= 0 and tax_cents >= 0 and total_cents <> 'NaN' and
        subtotal_cents = trunc(subtotal_cents) and shipping_cents = trunc(shipping_cents) and tax_cents = trunc(tax_cents) and
        total_cents = subtotal_cents + shipping_cents + tax_cents),
      add constraint orders_in_dollars check (currency = 'USD');
    alter table orders_items
      add constraint items_are_countable check (
        quantity between 1 and 10 and quantity = trunc(quantity) and unit_price_cents >= 0 and unit_price_cents <> 'NaN' and unit_price_cents = trunc(unit_price_cents));
    alter table payments
      add constraint payments_are_money check (amount_cents > 0 and amount_cents <> 'NaN' and amount_cents = trunc(amount_cents) and currency = 'USD');
    create unique index payments_one_capture on payments (order_id) where kind = 'capture' and status = 'completed';
    create index orders_newest on orders (created_at desc, id desc);
    create index orders_status_newest on orders (status, created_at desc, id desc);
    create index orders_unsettled on orders (updated_at) where payment_state in ('created', 'capturing', 'pending');
    create index orders_find_trgm on orders using gin ((
      order_number || ' ' || email || ' ' || coalesce(shipping_address_first_name, '') || ' ' || coalesce(shipping_address_last_name, '')) gin_trgm_ops);

    -- The timeline only grows
    create function refuse_change() returns trigger language plpgsql as $$ begin
      raise exception 'rows of % are never changed', TG_TABLE_NAME;
    end $$;
    create trigger order_events_append_only before update or delete on order_events for each row execute function refuse_change();

    -- Counted calls, shared by all processes
    create table rate_limits (key varchar(255) primary key, points integer not null default 0, expire bigint);

    -- Roles and the switch change only where the flag is set, so that a sign-in in flight cannot bring an old role back
    create function guard_role() returns trigger language plpgsql as $$ begin
      if coalesce(current_setting('app.role_change', true), '') <> '1' then
        if TG_OP = 'INSERT' then
          NEW.role := 'customer'; NEW.is_active := true;
        else
          NEW.role := OLD.role; NEW.is_active := OLD.is_active;
        end if;
      end if;
      return NEW;
    end $$;
    create trigger guard_role before insert or update on users for each row execute function guard_role();
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop trigger guard_role on users; drop function guard_role;
    drop table rate_limits;
    drop trigger order_events_append_only on order_events; drop function refuse_change;
    drop index orders_find_trgm, orders_unsettled, orders_status_newest, orders_newest, payments_one_capture;
    alter table payments drop constraint payments_are_money;
    alter table orders_items drop constraint items_are_countable;
    alter table orders drop constraint orders_in_dollars, drop constraint orders_money_adds_up;
    drop sequence order_numbers;
    drop index reviews_approved, content_published, content_texts_parent, products_rels_parent_path, products_texts_parent,
      products_featured, products_category_price, products_category_newest, products_by_price, products_by_name,
      products_newest, products_name_trgm, products_search;
    alter table products drop column search, drop column effective_price_cents, drop constraint products_prices_are_money;
  `)
}

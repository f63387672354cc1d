import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Indexes that keep the lists, counts, and badges of the admin fast with 100,000 orders and products. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create index orders_by_total on orders (total_cents, id);
    -- As in modules/orders/queries/admin-orders.ts.
    create index orders_by_customer on orders (
      (lower(coalesce(shipping_address_last_name, '') || ' ' || coalesce(shipping_address_first_name, ''))), id);
    create index orders_shipped on orders (shipped_at) where shipped_at is not null;
    create index orders_sold on orders (created_at) where payment_state = 'completed' and replaces_id is null;
    -- The customers are counted and sorted from the index alone.
    drop index orders_of_email;
    create index orders_of_email on orders (email) include (customer_id, created_at, id);
    -- The same as orders_paid_at_idx.
    drop index orders_paid_at;

    create index order_events_by_type on order_events (type, created_at);

    create index products_all_by_name on products (name, id) where deleted_at is null;
    create index products_all_by_price on products (effective_price_cents, id) where deleted_at is null;
    create index products_unsellable on products (id) where is_active and (is_sold_out or effective_price_cents = 0);
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop index orders_by_total, orders_by_customer, orders_shipped, orders_sold, orders_of_email, order_events_by_type,
      products_all_by_name, products_all_by_price, products_unsellable;
    create index orders_of_email on orders (email);
    create index orders_paid_at on orders (paid_at) where paid_at is not null;
  `)
}

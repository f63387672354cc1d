import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Indexes for counts of orders that leave out the ones that pay a price difference. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    drop index orders_sold;
    create index orders_sold on orders (created_at)
      where payment_state = 'completed' and replaces_id is null and price_difference_state is null;
    -- The customers are counted and sorted from the index alone.
    drop index orders_of_email;
    create index orders_of_email on orders (email) include (customer_id, created_at, id, price_difference_state);
    create index orders_of_differences on orders (id) where price_difference_state is not null;
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop index orders_sold, orders_of_email, orders_of_differences;
    create index orders_sold on orders (created_at) where payment_state = 'completed' and replaces_id is null;
    create index orders_of_email on orders (email) include (customer_id, created_at, id);
  `)
}

import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Customers are found by their email address in any case, also among 100,000 orders. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create index orders_email_lower on orders (lower(email));
    create index subscribers_email_lower on subscribers (lower(email));
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`drop index subscribers_email_lower, orders_email_lower`)
}

import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** A shop that saved its settings before offers what a new one does; payments until now were made with PayPal's button. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    insert into shop_settings_payment_methods ("order", parent_id, value)
    select offered.position, shop_settings.id, offered.value::enum_shop_settings_payment_methods
      from shop_settings, unnest(array['card', 'venmo']) with ordinality as offered(value, position);
    update payments set method = 'paypal' where kind = 'capture' and provider = 'paypal';
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`delete from shop_settings_payment_methods`)
}

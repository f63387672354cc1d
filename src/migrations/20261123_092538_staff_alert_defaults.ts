import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** A shop that saved its settings before gets all alerts, as a new one does. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    insert into shop_settings_alert_groups ("order", parent_id, value)
    select alert.position, shop_settings.id, alert.value
      from shop_settings,
           unnest(enum_range(null::enum_shop_settings_alert_groups)) with ordinality as alert(value, position);
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`delete from shop_settings_alert_groups`)
}

import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_shop_settings_alert_groups" AS ENUM('orders', 'returns', 'problems');
  CREATE TABLE "shop_settings_alert_groups" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_shop_settings_alert_groups",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  ALTER TABLE "shop_settings_alert_groups" ADD CONSTRAINT "shop_settings_alert_groups_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."shop_settings"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "shop_settings_alert_groups_order_idx" ON "shop_settings_alert_groups" USING btree ("order");
  CREATE INDEX "shop_settings_alert_groups_parent_idx" ON "shop_settings_alert_groups" USING btree ("parent_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "shop_settings_alert_groups" CASCADE;
  DROP TYPE "public"."enum_shop_settings_alert_groups";`)
}

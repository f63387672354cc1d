import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "orders" ADD COLUMN "is_gift" boolean DEFAULT false NOT NULL;
  ALTER TABLE "orders" ADD COLUMN "gift_recipient" varchar;
  ALTER TABLE "orders" ADD COLUMN "gift_note" varchar;
  ALTER TABLE "orders" ADD COLUMN "sender_name" varchar;
  ALTER TABLE "shop_settings" ADD COLUMN "sender_name" varchar DEFAULT 'Dayfern' NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "plain_sender_name" varchar DEFAULT 'DF Apparel' NOT NULL;`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "orders" DROP COLUMN "is_gift";
  ALTER TABLE "orders" DROP COLUMN "gift_recipient";
  ALTER TABLE "orders" DROP COLUMN "gift_note";
  ALTER TABLE "orders" DROP COLUMN "sender_name";
  ALTER TABLE "shop_settings" DROP COLUMN "sender_name";
  ALTER TABLE "shop_settings" DROP COLUMN "plain_sender_name";`)
}

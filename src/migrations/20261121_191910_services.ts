import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_connections_provider" ADD VALUE 'facebook';
  ALTER TYPE "public"."enum_connections_provider" ADD VALUE 'x';
  ALTER TYPE "public"."enum_connections_provider" ADD VALUE 'linkedin';
  ALTER TABLE "products" ADD COLUMN "service_said" jsonb;
  ALTER TABLE "orders" ADD COLUMN "fulfillment_attempt" numeric DEFAULT 1 NOT NULL;
  ALTER TABLE "orders" ADD COLUMN "shipments" jsonb;
  ALTER TABLE "media" ADD COLUMN "source_key" varchar;
  ALTER TABLE "subscribers" ADD COLUMN "synced_at" timestamp(3) with time zone;
  ALTER TABLE "subscribers" ADD COLUMN "sync_note" varchar;
  ALTER TABLE "social_accounts" ADD COLUMN "refreshing_until" timestamp(3) with time zone;
  ALTER TABLE "connections" ADD COLUMN "refreshing_until" timestamp(3) with time zone;
  CREATE UNIQUE INDEX "media_source_key_idx" ON "media" USING btree ("source_key");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "connections" ALTER COLUMN "provider" SET DATA TYPE text;
  DROP TYPE "public"."enum_connections_provider";
  CREATE TYPE "public"."enum_connections_provider" AS ENUM('printful', 'etsy', 'instagram', 'tiktok', 'mailchimp');
  ALTER TABLE "connections" ALTER COLUMN "provider" SET DATA TYPE "public"."enum_connections_provider" USING "provider"::"public"."enum_connections_provider";
  DROP INDEX "media_source_key_idx";
  ALTER TABLE "products" DROP COLUMN "service_said";
  ALTER TABLE "orders" DROP COLUMN "fulfillment_attempt";
  ALTER TABLE "orders" DROP COLUMN "shipments";
  ALTER TABLE "media" DROP COLUMN "source_key";
  ALTER TABLE "subscribers" DROP COLUMN "synced_at";
  ALTER TABLE "subscribers" DROP COLUMN "sync_note";
  ALTER TABLE "social_accounts" DROP COLUMN "refreshing_until";
  ALTER TABLE "connections" DROP COLUMN "refreshing_until";`)
}

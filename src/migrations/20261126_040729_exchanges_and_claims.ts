import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TYPE "public"."enum_orders_replacement_reason" ADD VALUE 'exchange';
  ALTER TYPE "public"."enum_returns_status" ADD VALUE 'exchanged' BEFORE 'closed';
  ALTER TABLE "returns_lines" ADD COLUMN "wanted_size" varchar;
  ALTER TABLE "returns_lines" ADD COLUMN "wanted_color" varchar;
  ALTER TABLE "returns" ADD COLUMN "exchange_order_id" integer;
  ALTER TABLE "returns" ADD COLUMN "claimed_at" timestamp(3) with time zone;
  ALTER TABLE "returns" ADD CONSTRAINT "returns_exchange_order_id_orders_id_fk" FOREIGN KEY ("exchange_order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "returns_exchange_order_idx" ON "returns" USING btree ("exchange_order_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "returns" DROP CONSTRAINT "returns_exchange_order_id_orders_id_fk";
  
  ALTER TABLE "orders" ALTER COLUMN "replacement_reason" SET DATA TYPE text;
  DROP TYPE "public"."enum_orders_replacement_reason";
  CREATE TYPE "public"."enum_orders_replacement_reason" AS ENUM('damaged', 'lost', 'wrong-item');
  ALTER TABLE "orders" ALTER COLUMN "replacement_reason" SET DATA TYPE "public"."enum_orders_replacement_reason" USING "replacement_reason"::"public"."enum_orders_replacement_reason";
  ALTER TABLE "returns" ALTER COLUMN "status" SET DATA TYPE text;
  DROP TYPE "public"."enum_returns_status";
  CREATE TYPE "public"."enum_returns_status" AS ENUM('requested', 'approved', 'received', 'refunded', 'closed', 'declined');
  ALTER TABLE "returns" ALTER COLUMN "status" SET DATA TYPE "public"."enum_returns_status" USING "status"::"public"."enum_returns_status";
  DROP INDEX "returns_exchange_order_idx";
  ALTER TABLE "returns_lines" DROP COLUMN "wanted_size";
  ALTER TABLE "returns_lines" DROP COLUMN "wanted_color";
  ALTER TABLE "returns" DROP COLUMN "exchange_order_id";
  ALTER TABLE "returns" DROP COLUMN "claimed_at";`)
}

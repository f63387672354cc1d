import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_gift_card_entries_kind" AS ENUM('issue', 'reserve', 'release', 'take', 'refund');
  ALTER TYPE "public"."enum_payments_kind" ADD VALUE 'gift-card';
  ALTER TYPE "public"."enum_payments_provider" ADD VALUE 'gift-card';
  CREATE TABLE "gift_cards" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"code_hash" varchar NOT NULL,
  	"last_four" varchar NOT NULL,
  	"is_active" boolean DEFAULT true NOT NULL,
  	"note" varchar,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "gift_card_entries" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"card_id" integer NOT NULL,
  	"kind" "enum_gift_card_entries_kind" NOT NULL,
  	"amount_cents" numeric DEFAULT 0 NOT NULL,
  	"order_id" integer,
  	"request_id" varchar NOT NULL,
  	"actor" varchar NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "orders" ADD COLUMN "gift_card_id" integer;
  ALTER TABLE "orders" ADD COLUMN "gift_card_cents" numeric DEFAULT 0;
  ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_card_id_gift_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."gift_cards"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE UNIQUE INDEX "gift_cards_code_hash_idx" ON "gift_cards" USING btree ("code_hash");
  CREATE INDEX "gift_cards_updated_at_idx" ON "gift_cards" USING btree ("updated_at");
  CREATE INDEX "gift_cards_created_at_idx" ON "gift_cards" USING btree ("created_at");
  CREATE INDEX "gift_card_entries_card_idx" ON "gift_card_entries" USING btree ("card_id");
  CREATE INDEX "gift_card_entries_order_idx" ON "gift_card_entries" USING btree ("order_id");
  CREATE UNIQUE INDEX "gift_card_entries_request_id_idx" ON "gift_card_entries" USING btree ("request_id");
  CREATE INDEX "gift_card_entries_updated_at_idx" ON "gift_card_entries" USING btree ("updated_at");
  CREATE INDEX "gift_card_entries_created_at_idx" ON "gift_card_entries" USING btree ("created_at");
  ALTER TABLE "orders" ADD CONSTRAINT "orders_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "orders_gift_card_idx" ON "orders" USING btree ("gift_card_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "gift_cards" DISABLE ROW LEVEL SECURITY;
  ALTER TABLE "gift_card_entries" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "gift_cards" CASCADE;
  DROP TABLE "gift_card_entries" CASCADE;
  ALTER TABLE "orders" DROP CONSTRAINT "orders_gift_card_id_gift_cards_id_fk";
  
  ALTER TABLE "payments" ALTER COLUMN "kind" SET DATA TYPE text;
  DROP TYPE "public"."enum_payments_kind";
  CREATE TYPE "public"."enum_payments_kind" AS ENUM('capture', 'refund', 'manual');
  ALTER TABLE "payments" ALTER COLUMN "kind" SET DATA TYPE "public"."enum_payments_kind" USING "kind"::"public"."enum_payments_kind";
  ALTER TABLE "payments" ALTER COLUMN "provider" SET DATA TYPE text;
  DROP TYPE "public"."enum_payments_provider";
  CREATE TYPE "public"."enum_payments_provider" AS ENUM('paypal', 'manual');
  ALTER TABLE "payments" ALTER COLUMN "provider" SET DATA TYPE "public"."enum_payments_provider" USING "provider"::"public"."enum_payments_provider";
  DROP INDEX "orders_gift_card_idx";
  ALTER TABLE "orders" DROP COLUMN "gift_card_id";
  ALTER TABLE "orders" DROP COLUMN "gift_card_cents";
  DROP TYPE "public"."enum_gift_card_entries_kind";`)
}

import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_gift_card_deliveries_origin" AS ENUM('purchase', 'store-credit');
  ALTER TYPE "public"."enum_payments_kind" ADD VALUE 'gift-card-sale';
  ALTER TYPE "public"."enum_payments_kind" ADD VALUE 'gift-card-cancel';
  ALTER TYPE "public"."enum_payments_provider" ADD VALUE 'store-credit';
  ALTER TYPE "public"."enum_gift_card_entries_kind" ADD VALUE 'cancel';
  ALTER TYPE "public"."enum_gift_card_entries_kind" ADD VALUE 'restore';
  ALTER TYPE "public"."enum_returns_wish" ADD VALUE 'store-credit';
  CREATE TABLE "gift_card_deliveries" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order_id" integer NOT NULL,
  	"origin" "enum_gift_card_deliveries_origin" NOT NULL,
  	"amount_cents" numeric DEFAULT 0 NOT NULL,
  	"recipient_name" varchar,
  	"recipient_email" varchar NOT NULL,
  	"sender_name" varchar,
  	"message" varchar,
  	"send_on" varchar,
  	"code_seed" varchar NOT NULL,
  	"card_id" integer,
  	"sending_at" timestamp(3) with time zone,
  	"sent_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "shop_settings_numbers" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"number" numeric,
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL
  );
  
  ALTER TABLE "orders" ADD COLUMN "purchased_cards_cents" numeric DEFAULT 0;
  ALTER TABLE "shop_settings" ADD COLUMN "sells_gift_cards" boolean DEFAULT true;
  ALTER TABLE "shop_settings" ADD COLUMN "gift_card_min_cents" numeric DEFAULT 1000 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "gift_card_max_cents" numeric DEFAULT 25000 NOT NULL;
  ALTER TABLE "shop_settings" ADD COLUMN "offers_store_credit" boolean DEFAULT true;
  ALTER TABLE "gift_card_deliveries" ADD CONSTRAINT "gift_card_deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "gift_card_deliveries" ADD CONSTRAINT "gift_card_deliveries_card_id_gift_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."gift_cards"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "shop_settings_numbers" ADD CONSTRAINT "shop_settings_numbers_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."shop_settings"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "gift_card_deliveries_order_idx" ON "gift_card_deliveries" USING btree ("order_id");
  CREATE UNIQUE INDEX "gift_card_deliveries_code_seed_idx" ON "gift_card_deliveries" USING btree ("code_seed");
  CREATE UNIQUE INDEX "gift_card_deliveries_card_idx" ON "gift_card_deliveries" USING btree ("card_id");
  CREATE INDEX "gift_card_deliveries_updated_at_idx" ON "gift_card_deliveries" USING btree ("updated_at");
  CREATE INDEX "gift_card_deliveries_created_at_idx" ON "gift_card_deliveries" USING btree ("created_at");
  CREATE INDEX "shop_settings_numbers_order_parent_idx" ON "shop_settings_numbers" USING btree ("order","parent_id");`)
  // A shop that is already open sells gift cards once its owner decides so; a new one starts with them.
  await db.execute(sql`update shop_settings set sells_gift_cards = false, offers_store_credit = false`)
  // As text: a value that was just added to an enum can't be used in the same transaction.
  await db.execute(sql`
    alter table gift_card_entries drop constraint gift_card_entries_are_money;
    alter table gift_card_entries add constraint gift_card_entries_are_money check (
      amount_cents = trunc(amount_cents) and case kind::text
        when 'reserve' then amount_cents < 0 and order_id is not null
        when 'cancel' then amount_cents < 0 and order_id is not null
        when 'take' then amount_cents = 0 and order_id is not null
        when 'issue' then amount_cents > 0
        else amount_cents > 0 and order_id is not null end);
    alter table gift_card_deliveries add constraint gift_card_deliveries_are_money check (amount_cents > 0 and amount_cents = trunc(amount_cents));
    alter table orders drop constraint orders_money_adds_up;
    alter table orders add constraint orders_money_adds_up check (
      subtotal_cents >= 0 and shipping_cents >= 0 and tax_cents >= 0 and discount_cents >= 0 and total_cents <> 'NaN' and
      discount_cents <= subtotal_cents and
      subtotal_cents = trunc(subtotal_cents) and shipping_cents = trunc(shipping_cents) and tax_cents = trunc(tax_cents) and
      discount_cents = trunc(discount_cents) and
      total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents + coalesce(purchased_cards_cents, 0));
    -- A gift card pays for no gift card.
    alter table orders add constraint orders_purchased_cards_are_money check (purchased_cards_cents is null or
      (purchased_cards_cents = trunc(purchased_cards_cents) and purchased_cards_cents >= 0
        and purchased_cards_cents + coalesce(gift_card_cents, 0) <= total_cents));
  `)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    alter table orders drop constraint orders_purchased_cards_are_money;
    alter table orders drop constraint orders_money_adds_up;
    alter table gift_card_entries drop constraint gift_card_entries_are_money;
    drop index payments_one_capture, payments_one_gift_card, gift_card_reservations_end_once;
  `)
  await db.execute(sql`
   DROP TABLE "gift_card_deliveries" CASCADE;
  DROP TABLE "shop_settings_numbers" CASCADE;
  ALTER TABLE "payments" ALTER COLUMN "kind" SET DATA TYPE text;
  DROP TYPE "public"."enum_payments_kind";
  CREATE TYPE "public"."enum_payments_kind" AS ENUM('capture', 'refund', 'manual', 'gift-card');
  ALTER TABLE "payments" ALTER COLUMN "kind" SET DATA TYPE "public"."enum_payments_kind" USING "kind"::"public"."enum_payments_kind";
  ALTER TABLE "payments" ALTER COLUMN "provider" SET DATA TYPE text;
  DROP TYPE "public"."enum_payments_provider";
  CREATE TYPE "public"."enum_payments_provider" AS ENUM('paypal', 'manual', 'gift-card');
  ALTER TABLE "payments" ALTER COLUMN "provider" SET DATA TYPE "public"."enum_payments_provider" USING "provider"::"public"."enum_payments_provider";
  ALTER TABLE "gift_card_entries" ALTER COLUMN "kind" SET DATA TYPE text;
  DROP TYPE "public"."enum_gift_card_entries_kind";
  CREATE TYPE "public"."enum_gift_card_entries_kind" AS ENUM('issue', 'reserve', 'release', 'take', 'refund');
  ALTER TABLE "gift_card_entries" ALTER COLUMN "kind" SET DATA TYPE "public"."enum_gift_card_entries_kind" USING "kind"::"public"."enum_gift_card_entries_kind";
  ALTER TABLE "returns" ALTER COLUMN "wish" SET DATA TYPE text;
  DROP TYPE "public"."enum_returns_wish";
  CREATE TYPE "public"."enum_returns_wish" AS ENUM('refund', 'exchange');
  ALTER TABLE "returns" ALTER COLUMN "wish" SET DATA TYPE "public"."enum_returns_wish" USING "wish"::"public"."enum_returns_wish";
  ALTER TABLE "orders" DROP COLUMN "purchased_cards_cents";
  ALTER TABLE "shop_settings" DROP COLUMN "sells_gift_cards";
  ALTER TABLE "shop_settings" DROP COLUMN "gift_card_min_cents";
  ALTER TABLE "shop_settings" DROP COLUMN "gift_card_max_cents";
  ALTER TABLE "shop_settings" DROP COLUMN "offers_store_credit";
  DROP TYPE "public"."enum_gift_card_deliveries_origin";
    alter table orders add constraint orders_money_adds_up check (
      subtotal_cents >= 0 and shipping_cents >= 0 and tax_cents >= 0 and discount_cents >= 0 and total_cents <> 'NaN' and
      discount_cents <= subtotal_cents and
      subtotal_cents = trunc(subtotal_cents) and shipping_cents = trunc(shipping_cents) and tax_cents = trunc(tax_cents) and
      discount_cents = trunc(discount_cents) and
      total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents) not valid;
    create unique index payments_one_capture on payments (order_id) where kind = 'capture' and status = 'completed';
    create unique index payments_one_gift_card on payments (order_id) where kind = 'gift-card';
    create unique index gift_card_reservations_end_once on gift_card_entries (order_id) where kind in ('take', 'release');
    alter table gift_card_entries add constraint gift_card_entries_are_money check (
      amount_cents = trunc(amount_cents) and case kind
        when 'reserve' then amount_cents < 0 and order_id is not null
        when 'take' then amount_cents = 0 and order_id is not null
        when 'issue' then amount_cents > 0
        else amount_cents > 0 and order_id is not null end);`)
}

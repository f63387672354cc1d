import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_orders_replacement_reason" AS ENUM('damaged', 'lost', 'wrong-item');
  CREATE TABLE "refund_lines" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order_id" integer NOT NULL,
  	"request_id" varchar NOT NULL,
  	"item_id" varchar,
  	"quantity" numeric NOT NULL,
  	"amount_cents" numeric DEFAULT 0 NOT NULL,
  	"tax_cents" numeric DEFAULT 0 NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "orders_items" ADD COLUMN "swap_unit_cents" numeric;
  ALTER TABLE "orders" ADD COLUMN "replaces_id" integer;
  ALTER TABLE "orders" ADD COLUMN "replacement_reason" "enum_orders_replacement_reason";
  ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "refund_lines_order_idx" ON "refund_lines" USING btree ("order_id");
  CREATE INDEX "refund_lines_request_id_idx" ON "refund_lines" USING btree ("request_id");
  CREATE INDEX "refund_lines_item_id_idx" ON "refund_lines" USING btree ("item_id");
  CREATE INDEX "refund_lines_updated_at_idx" ON "refund_lines" USING btree ("updated_at");
  CREATE INDEX "refund_lines_created_at_idx" ON "refund_lines" USING btree ("created_at");
  ALTER TABLE "orders" ADD CONSTRAINT "orders_replaces_id_orders_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "orders_replaces_idx" ON "orders" USING btree ("replaces_id");`)
  await db.execute(sql`
    alter table refund_lines add constraint refund_lines_are_money check (
      amount_cents = trunc(amount_cents) and amount_cents >= 0 and tax_cents = trunc(tax_cents) and tax_cents >= 0
      and quantity = trunc(quantity) and quantity >= 0);
    -- An item, and shipping, occurs once in a refund.
    create unique index refund_lines_once on refund_lines (request_id, coalesce(item_id, ''));
    alter table orders_items add constraint orders_items_swap_is_money check (
      swap_unit_cents is null or (swap_unit_cents = trunc(swap_unit_cents) and swap_unit_cents >= 0));
    -- Returns that were refunded before lines were kept: each item at its part of the price and of the tax.
    insert into refund_lines (order_id, request_id, item_id, quantity, amount_cents, tax_cents)
      select o.id, 'r-return-' || r.request_id, i.id, sum(l.quantity),
          floor((i.unit_price_cents * i.quantity - coalesce(i.discount_cents, 0)) * sum(l.quantity) / i.quantity),
          floor(coalesce(o.tax_cents * (i.unit_price_cents * i.quantity - coalesce(i.discount_cents, 0))
            / nullif(o.subtotal_cents - o.discount_cents, 0), 0) * sum(l.quantity) / i.quantity)
        from returns r
          join returns_lines l on l._parent_id = r.id
          join orders o on o.id = r.order_id
          join orders_items i on i.id = l.item_id and i._parent_id = o.id
       where r.status = 'refunded'
       group by o.id, r.request_id, i.id, i.unit_price_cents, i.quantity, i.discount_cents, o.tax_cents, o.subtotal_cents, o.discount_cents;
  `)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "refund_lines" DISABLE ROW LEVEL SECURITY;
  DROP TABLE "refund_lines" CASCADE;
  ALTER TABLE "orders" DROP CONSTRAINT "orders_replaces_id_orders_id_fk";
  
  DROP INDEX "orders_replaces_idx";
  ALTER TABLE "orders_items" DROP COLUMN "swap_unit_cents";
  ALTER TABLE "orders" DROP COLUMN "replaces_id";
  ALTER TABLE "orders" DROP COLUMN "replacement_reason";
  DROP TYPE "public"."enum_orders_replacement_reason";`)
}

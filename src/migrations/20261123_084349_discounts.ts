import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_discounts_kind" AS ENUM('percent', 'amount', 'free_shipping');
  CREATE TYPE "public"."enum_discounts_scope" AS ENUM('all', 'products', 'categories');
  CREATE TYPE "public"."enum_shop_settings_tax_states" AS ENUM('AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP');
  CREATE TABLE "orders_discounts" (
  	"_order" integer NOT NULL,
  	"_parent_id" integer NOT NULL,
  	"id" varchar PRIMARY KEY NOT NULL,
  	"discount_id" integer,
  	"name" varchar NOT NULL,
  	"code" varchar,
  	"is_for_shipping" boolean DEFAULT false NOT NULL
  );
  
  CREATE TABLE "discounts" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"name" varchar NOT NULL,
  	"is_active" boolean DEFAULT true NOT NULL,
  	"is_automatic" boolean DEFAULT false NOT NULL,
  	"kind" "enum_discounts_kind" NOT NULL,
  	"percent" numeric,
  	"amount_cents" numeric,
  	"scope" "enum_discounts_scope" NOT NULL,
  	"minimum_subtotal_cents" numeric DEFAULT 0 NOT NULL,
  	"first_order_only" boolean DEFAULT false NOT NULL,
  	"max_uses" numeric,
  	"max_uses_per_customer" numeric,
  	"starts_at" timestamp(3) with time zone NOT NULL,
  	"ends_at" timestamp(3) with time zone,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "discounts_rels" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"order" integer,
  	"parent_id" integer NOT NULL,
  	"path" varchar NOT NULL,
  	"products_id" integer,
  	"categories_id" integer
  );
  
  CREATE TABLE "discount_codes" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"code" varchar NOT NULL,
  	"discount_id" integer NOT NULL,
  	"max_uses" numeric,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  CREATE TABLE "shop_settings_tax_states" (
  	"order" integer NOT NULL,
  	"parent_id" integer NOT NULL,
  	"value" "enum_shop_settings_tax_states",
  	"id" serial PRIMARY KEY NOT NULL
  );
  
  ALTER TABLE "orders_items" ADD COLUMN "discount_cents" numeric DEFAULT 0;
  ALTER TABLE "orders" ADD COLUMN "discount_cents" numeric DEFAULT 0 NOT NULL;
  ALTER TABLE "shop_settings_state_tax_rules" ADD COLUMN "zip_from" varchar;
  ALTER TABLE "shop_settings_state_tax_rules" ADD COLUMN "zip_to" varchar;
  ALTER TABLE "shop_settings_state_tax_rules" ADD COLUMN "taxes_shipping" boolean DEFAULT false;
  ALTER TABLE "shop_settings" ADD COLUMN "printful_wait_minutes" numeric DEFAULT 60 NOT NULL;
  ALTER TABLE "orders_discounts" ADD CONSTRAINT "orders_discounts_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "orders_discounts" ADD CONSTRAINT "orders_discounts_parent_id_fk" FOREIGN KEY ("_parent_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "discounts_rels" ADD CONSTRAINT "discounts_rels_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."discounts"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "discounts_rels" ADD CONSTRAINT "discounts_rels_products_fk" FOREIGN KEY ("products_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "discounts_rels" ADD CONSTRAINT "discounts_rels_categories_fk" FOREIGN KEY ("categories_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;
  ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE set null ON UPDATE no action;
  ALTER TABLE "shop_settings_tax_states" ADD CONSTRAINT "shop_settings_tax_states_parent_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."shop_settings"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "orders_discounts_order_idx" ON "orders_discounts" USING btree ("_order");
  CREATE INDEX "orders_discounts_parent_id_idx" ON "orders_discounts" USING btree ("_parent_id");
  CREATE INDEX "orders_discounts_discount_idx" ON "orders_discounts" USING btree ("discount_id");
  CREATE INDEX "orders_discounts_code_idx" ON "orders_discounts" USING btree ("code");
  CREATE INDEX "discounts_updated_at_idx" ON "discounts" USING btree ("updated_at");
  CREATE INDEX "discounts_created_at_idx" ON "discounts" USING btree ("created_at");
  CREATE INDEX "discounts_rels_order_idx" ON "discounts_rels" USING btree ("order");
  CREATE INDEX "discounts_rels_parent_idx" ON "discounts_rels" USING btree ("parent_id");
  CREATE INDEX "discounts_rels_path_idx" ON "discounts_rels" USING btree ("path");
  CREATE INDEX "discounts_rels_products_id_idx" ON "discounts_rels" USING btree ("products_id");
  CREATE INDEX "discounts_rels_categories_id_idx" ON "discounts_rels" USING btree ("categories_id");
  CREATE UNIQUE INDEX "discount_codes_code_idx" ON "discount_codes" USING btree ("code");
  CREATE INDEX "discount_codes_discount_idx" ON "discount_codes" USING btree ("discount_id");
  CREATE INDEX "discount_codes_updated_at_idx" ON "discount_codes" USING btree ("updated_at");
  CREATE INDEX "discount_codes_created_at_idx" ON "discount_codes" USING btree ("created_at");
  CREATE INDEX "shop_settings_tax_states_order_idx" ON "shop_settings_tax_states" USING btree ("order");
  CREATE INDEX "shop_settings_tax_states_parent_idx" ON "shop_settings_tax_states" USING btree ("parent_id");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "orders_discounts" CASCADE;
  DROP TABLE "discounts" CASCADE;
  DROP TABLE "discounts_rels" CASCADE;
  DROP TABLE "discount_codes" CASCADE;
  DROP TABLE "shop_settings_tax_states" CASCADE;
  ALTER TABLE "orders_items" DROP COLUMN "discount_cents";
  ALTER TABLE "orders" DROP COLUMN "discount_cents";
  ALTER TABLE "shop_settings_state_tax_rules" DROP COLUMN "zip_from";
  ALTER TABLE "shop_settings_state_tax_rules" DROP COLUMN "zip_to";
  ALTER TABLE "shop_settings_state_tax_rules" DROP COLUMN "taxes_shipping";
  ALTER TABLE "shop_settings" DROP COLUMN "printful_wait_minutes";
  DROP TYPE "public"."enum_discounts_kind";
  DROP TYPE "public"."enum_discounts_scope";
  DROP TYPE "public"."enum_shop_settings_tax_states";`)
}

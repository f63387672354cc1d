import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_staff_notifications_kind" AS ENUM('orders', 'returns', 'problems', 'messages', 'reviews', 'connections', 'jobs');
  CREATE TABLE "staff_notifications" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"kind" "enum_staff_notifications_kind" NOT NULL,
  	"requires" varchar NOT NULL,
  	"event_key" varchar NOT NULL,
  	"title" varchar NOT NULL,
  	"text" varchar NOT NULL,
  	"path" varchar NOT NULL,
  	"order_id" integer,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "users" ADD COLUMN "notification_choices" jsonb;
  ALTER TABLE "users" ADD COLUMN "notifications_read_at" timestamp(3) with time zone;
  ALTER TABLE "staff_notifications" ADD CONSTRAINT "staff_notifications_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;
  CREATE UNIQUE INDEX "staff_notifications_event_key_idx" ON "staff_notifications" USING btree ("event_key");
  CREATE INDEX "staff_notifications_order_idx" ON "staff_notifications" USING btree ("order_id");
  CREATE INDEX "staff_notifications_updated_at_idx" ON "staff_notifications" USING btree ("updated_at");
  CREATE INDEX "staff_notifications_created_at_idx" ON "staff_notifications" USING btree ("created_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "staff_notifications" CASCADE;
  ALTER TABLE "users" DROP COLUMN "notification_choices";
  ALTER TABLE "users" DROP COLUMN "notifications_read_at";
  DROP TYPE "public"."enum_staff_notifications_kind";`)
}

import { MigrateUpArgs, MigrateDownArgs, sql } from '@payloadcms/db-postgres'

// Rows go with their account (Payload would write null, which the column refuses), so an older version can still erase one.
export async function up({ db, payload, req }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TABLE "known_devices" (
  	"id" serial PRIMARY KEY NOT NULL,
  	"user_id" integer NOT NULL,
  	"token_hash" varchar NOT NULL,
  	"name" varchar NOT NULL,
  	"session_id" varchar,
  	"last_seen_at" timestamp(3) with time zone NOT NULL,
  	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
  	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
  );
  
  ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
  CREATE INDEX "known_devices_user_idx" ON "known_devices" USING btree ("user_id");
  CREATE UNIQUE INDEX "known_devices_token_hash_idx" ON "known_devices" USING btree ("token_hash");
  CREATE INDEX "known_devices_updated_at_idx" ON "known_devices" USING btree ("updated_at");
  CREATE INDEX "known_devices_created_at_idx" ON "known_devices" USING btree ("created_at");`)
}

export async function down({ db, payload, req }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP TABLE "known_devices" CASCADE;`)
}

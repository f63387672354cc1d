import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * When a product's row was last written, by whatever way. The job refresh-sale-prices looks for sales that started or ended
 * since then, however long the worker was off.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table products add column priced_at timestamptz not null default now();
    create function note_pricing() returns trigger language plpgsql as $$ begin
      NEW.priced_at := now();
      return NEW;
    end $$;
    create trigger note_pricing before insert or update on products for each row execute function note_pricing();`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop trigger note_pricing on products;
    drop function note_pricing;
    alter table products drop column priced_at;`)
}

import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * The sale of a product that exists starts now at the earliest, or when it has been running since. Otherwise one that ended
 * and is prolonged would cross out the price of the days before the first one.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create or replace function price_product() returns trigger language plpgsql as $$ begin
      if NEW.sale_price_cents is null then
        NEW.sale_starts_at := null; NEW.sale_ends_at := null;
      elsif NEW.sale_starts_at is null then
        -- Without a start: now, or since when it has been running. Whole minutes, as forms show them.
        NEW.sale_starts_at := case
          when TG_OP = 'UPDATE' and OLD.sale_starts_at <= now() and (OLD.sale_ends_at is null or OLD.sale_ends_at > now()) then OLD.sale_starts_at
          else date_trunc('minute', now()) end;
      elsif TG_OP = 'UPDATE' and (NEW.sale_ends_at is null or NEW.sale_ends_at > now()) then
        NEW.sale_starts_at := greatest(NEW.sale_starts_at, case
          when running_sale(OLD.sale_price_cents, OLD.sale_starts_at, OLD.sale_ends_at) is not null then OLD.sale_starts_at
          else date_trunc('minute', now()) end);
      end if;
      NEW.effective_price_cents := coalesce(
        running_sale(NEW.sale_price_cents, NEW.sale_starts_at, NEW.sale_ends_at), NEW.base_price_cents, 0)::integer;
      return NEW;
    end $$;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    create or replace function price_product() returns trigger language plpgsql as $$ begin
      if NEW.sale_price_cents is null then
        NEW.sale_starts_at := null; NEW.sale_ends_at := null;
      elsif NEW.sale_starts_at is null then
        -- Without a start: now, or since when it has been running. Whole minutes, as forms show them.
        NEW.sale_starts_at := case
          when TG_OP = 'UPDATE' and OLD.sale_starts_at <= now() and (OLD.sale_ends_at is null or OLD.sale_ends_at > now()) then OLD.sale_starts_at
          else date_trunc('minute', now()) end;
      end if;
      NEW.effective_price_cents := coalesce(
        running_sale(NEW.sale_price_cents, NEW.sale_starts_at, NEW.sale_ends_at), NEW.base_price_cents, 0)::integer;
      return NEW;
    end $$;`)
}

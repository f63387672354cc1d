import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * The timeline of an order that was paid in the demo or in PayPal's sandbox may be deleted with its order, by a
 * transaction that sets a flag (src/seed/remove-demo-data.ts). The timeline of any other order still only grows.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create or replace function guard_order_events() returns trigger language plpgsql as $$ begin
      if TG_OP = 'UPDATE' and coalesce(current_setting('app.erasure', true), '') = '1'
        and (NEW.id, NEW.order_id, NEW.type, NEW.created_at) is not distinct from (OLD.id, OLD.order_id, OLD.type, OLD.created_at) then
        return NEW;
      end if;
      if TG_OP = 'DELETE' and coalesce(current_setting('app.demo_removal', true), '') = '1'
        and exists (select from orders where id = OLD.order_id and paypal_environment in ('demo', 'sandbox')) then
        return OLD;
      end if;
      raise exception 'rows of % are never changed', TG_TABLE_NAME;
    end $$;
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    create or replace function guard_order_events() returns trigger language plpgsql as $$ begin
      if TG_OP = 'UPDATE' and coalesce(current_setting('app.erasure', true), '') = '1'
        and (NEW.id, NEW.order_id, NEW.type, NEW.created_at) is not distinct from (OLD.id, OLD.order_id, OLD.type, OLD.created_at) then
        return NEW;
      end if;
      raise exception 'rows of % are never changed', TG_TABLE_NAME;
    end $$;
  `)
}

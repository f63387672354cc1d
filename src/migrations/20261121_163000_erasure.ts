import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * The timeline of an order still only grows; an erasure alone, which sets a flag for its transaction, may replace the
 * words in which somebody could stand. What happened, to which order and when cannot be changed by anybody.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create function guard_order_events() returns trigger language plpgsql as $$ begin
      if TG_OP = 'UPDATE' and coalesce(current_setting('app.erasure', true), '') = '1'
        and (NEW.id, NEW.order_id, NEW.type, NEW.created_at) is not distinct from (OLD.id, OLD.order_id, OLD.type, OLD.created_at) then
        return NEW;
      end if;
      raise exception 'rows of % are never changed', TG_TABLE_NAME;
    end $$;
    drop trigger order_events_append_only on order_events;
    create trigger order_events_append_only before update or delete on order_events for each row execute function guard_order_events();
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop trigger order_events_append_only on order_events;
    create trigger order_events_append_only before update or delete on order_events for each row execute function refuse_change();
    drop function guard_order_events;
  `)
}

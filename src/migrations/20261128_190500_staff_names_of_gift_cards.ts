import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** An erasure may replace who acted in the ledger of gift cards: it holds the names of former staff. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create or replace function keep_gift_card_entries() returns trigger language plpgsql as $$ begin
      -- A demo shop becomes a new one (src/seed/remove-demo-data.ts).
      if TG_OP = 'DELETE' and coalesce(current_setting('app.demo_removal', true), '') = '1' then
        return OLD;
      end if;
      if TG_OP = 'UPDATE' and coalesce(current_setting('app.erasure', true), '') = '1'
        and to_jsonb(NEW) - 'actor' = to_jsonb(OLD) - 'actor' then
        return NEW;
      end if;
      raise exception 'The ledger of gift cards can only be added to.';
    end $$;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    create or replace function keep_gift_card_entries() returns trigger language plpgsql as $$ begin
      -- A demo shop becomes a new one (src/seed/remove-demo-data.ts).
      if TG_OP = 'DELETE' and coalesce(current_setting('app.demo_removal', true), '') = '1' then
        return OLD;
      end if;
      raise exception 'The ledger of gift cards can only be added to.';
    end $$;`)
}

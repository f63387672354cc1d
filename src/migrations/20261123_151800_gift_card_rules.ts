import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The ledger of gift cards: whole cents, the right sign for each kind, only added to, and never below zero. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table gift_card_entries add constraint gift_card_entries_are_money check (
      amount_cents = trunc(amount_cents) and case kind
        when 'reserve' then amount_cents < 0 and order_id is not null
        when 'take' then amount_cents = 0 and order_id is not null
        when 'issue' then amount_cents > 0
        else amount_cents > 0 and order_id is not null end);
    -- A reservation ends once: taken or released.
    create unique index gift_card_reservations_end_once on gift_card_entries (order_id) where kind in ('take', 'release');

    create unique index payments_one_gift_card on payments (order_id) where kind = 'gift-card';
    alter table orders add constraint orders_gift_card_is_money check (gift_card_cents is null or
      (gift_card_cents = trunc(gift_card_cents) and gift_card_cents between 0 and total_cents));

    create function check_gift_card_entry() returns trigger language plpgsql as $$ begin
      perform from gift_cards where id = NEW.card_id for update;
      if NEW.amount_cents + coalesce((select sum(amount_cents) from gift_card_entries where card_id = NEW.card_id), 0) < 0 then
        raise exception 'A gift card has no balance below zero.';
      end if;
      return NEW;
    end $$;
    create trigger check_gift_card_entry before insert on gift_card_entries for each row execute function check_gift_card_entry();
    create function keep_gift_card_entries() returns trigger language plpgsql as $$ begin
      -- A demo shop becomes a new one (src/seed/remove-demo-data.ts).
      if TG_OP = 'DELETE' and coalesce(current_setting('app.demo_removal', true), '') = '1' then
        return OLD;
      end if;
      raise exception 'The ledger of gift cards can only be added to.';
    end $$;
    create trigger keep_gift_card_entries before update or delete on gift_card_entries for each row execute function keep_gift_card_entries();
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop trigger keep_gift_card_entries on gift_card_entries;
    drop trigger check_gift_card_entry on gift_card_entries;
    drop function keep_gift_card_entries, check_gift_card_entry;
    alter table orders drop constraint orders_gift_card_is_money;
    drop index payments_one_gift_card;
    drop index gift_card_reservations_end_once;
    alter table gift_card_entries drop constraint gift_card_entries_are_money;
  `)
}

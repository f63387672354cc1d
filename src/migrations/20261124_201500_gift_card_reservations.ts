import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * An order with a payment link can reserve a gift card again after a release. The ledger allows one reservation of an
 * order at a time; each is released in full or taken, and none follows a taken one.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create unique index gift_card_reservations_are_taken_once on gift_card_entries (order_id) where kind = 'take';
    create function check_gift_card_reservation() returns trigger language plpgsql as $$
      declare
        reserved numeric;
        reserved_of_card numeric;
      begin
        perform from gift_cards where id = NEW.card_id for update;
        if exists (select from gift_card_entries where order_id = NEW.order_id and kind = 'take') then
          raise exception 'The gift card of this order is taken.';
        end if;
        select -coalesce(sum(amount_cents), 0), -coalesce(sum(amount_cents) filter (where card_id = NEW.card_id), 0)
          into reserved, reserved_of_card
          from gift_card_entries where order_id = NEW.order_id and kind in ('reserve', 'release');
        if NEW.kind = 'reserve' and reserved <> 0 or NEW.kind = 'take' and reserved_of_card = 0
          or NEW.kind = 'release' and (reserved_of_card = 0 or NEW.amount_cents <> reserved_of_card) then
          raise exception 'An order has one reservation of a gift card at a time, and it ends once.';
        end if;
        return NEW;
      end $$;
    create trigger check_gift_card_reservation before insert on gift_card_entries for each row
      when (NEW.kind in ('reserve', 'release', 'take')) execute function check_gift_card_reservation();
    drop index gift_card_reservations_end_once;
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    create unique index gift_card_reservations_end_once on gift_card_entries (order_id)
      where kind in ('take', 'release');
    drop trigger check_gift_card_reservation on gift_card_entries;
    drop function check_gift_card_reservation;
    drop index gift_card_reservations_are_taken_once;
  `)
}

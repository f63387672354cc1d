import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Discounts of 100%, which make an order free. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table discounts drop constraint discounts_have_a_value;
    alter table discounts add constraint discounts_have_a_value check (
      (kind = 'percent' and percent > 0 and percent <= 100) or
      (kind = 'amount' and amount_cents > 0 and amount_cents = trunc(amount_cents)) or kind = 'free_shipping') not valid;
    alter table discounts validate constraint discounts_have_a_value;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    alter table discounts drop constraint discounts_have_a_value;
    alter table discounts add constraint discounts_have_a_value check (
      (kind = 'percent' and percent > 0 and percent <= 95) or
      (kind = 'amount' and amount_cents > 0 and amount_cents = trunc(amount_cents)) or kind = 'free_shipping') not valid;`)
}

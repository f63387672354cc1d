import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** Totals of an order with discounts, and amounts of discounts, as the database checks them. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table orders drop constraint orders_money_adds_up;
    alter table orders add constraint orders_money_adds_up check (
      subtotal_cents >= 0 and shipping_cents >= 0 and tax_cents >= 0 and discount_cents >= 0 and total_cents <> 'NaN' and
      discount_cents <= subtotal_cents and
      subtotal_cents = trunc(subtotal_cents) and shipping_cents = trunc(shipping_cents) and tax_cents = trunc(tax_cents) and
      discount_cents = trunc(discount_cents) and
      total_cents = subtotal_cents - discount_cents + shipping_cents + tax_cents);
    alter table orders_items add constraint orders_items_discount_is_money check (
      discount_cents >= 0 and discount_cents = trunc(discount_cents) and discount_cents <= unit_price_cents * quantity);
    alter table discounts add constraint discounts_have_a_value check (
      (kind = 'percent' and percent > 0 and percent <= 95) or
      (kind = 'amount' and amount_cents > 0 and amount_cents = trunc(amount_cents)) or kind = 'free_shipping');
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    alter table discounts drop constraint discounts_have_a_value;
    alter table orders_items drop constraint orders_items_discount_is_money;
    alter table orders drop constraint orders_money_adds_up;
    alter table orders add constraint orders_money_adds_up check (
      subtotal_cents >= 0 and shipping_cents >= 0 and tax_cents >= 0 and total_cents <> 'NaN' and
      subtotal_cents = trunc(subtotal_cents) and shipping_cents = trunc(shipping_cents) and tax_cents = trunc(tax_cents) and
      total_cents = subtotal_cents + shipping_cents + tax_cents) not valid;
  `)
}

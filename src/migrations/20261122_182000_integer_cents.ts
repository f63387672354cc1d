import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Prices, costs, and the amounts of the shop settings become integer cents; they were decimal dollars. A fraction of a
 * cent is rounded half up, as the generated column effective_price_cents always rounded it. A sale price that rounds to
 * its base price is dropped, because a sale must be lower; the price to pay stays the same.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table products drop constraint products_prices_are_money, drop column effective_price_cents;
    alter table products rename column base_price to base_price_cents;
    alter table products rename column sale_price to sale_price_cents;
    alter table products
      alter column base_price_cents type numeric using round(base_price_cents * 100),
      alter column sale_price_cents type numeric using case
        when base_price_cents is null or round(sale_price_cents * 100) < round(base_price_cents * 100) then round(sale_price_cents * 100) end;
    alter table products
      add constraint products_prices_are_money check (
        (base_price_cents is null or (base_price_cents between 0 and 1000000 and base_price_cents = trunc(base_price_cents))) and
        (sale_price_cents is null or (sale_price_cents >= 0 and sale_price_cents <> 'NaN' and sale_price_cents = trunc(sale_price_cents) and
          (base_price_cents is null or sale_price_cents < base_price_cents)))),
      add column effective_price_cents integer generated always as (coalesce(sale_price_cents, base_price_cents, 0)::integer) stored;
    create index products_by_price on products (effective_price_cents, id) where is_active;
    create index products_category_price on products (category_id, effective_price_cents, id) where is_active;

    alter table products_variants rename column price_override to price_override_cents;
    alter table products_variants rename column cost to cost_cents;
    alter table products_variants
      alter column price_override_cents type numeric using round(price_override_cents * 100),
      alter column cost_cents type numeric using round(cost_cents * 100);
    alter table products_variants add constraint variants_prices_are_money check (
      (price_override_cents is null or (price_override_cents between 0 and 1000000 and price_override_cents = trunc(price_override_cents))) and
      (cost_cents is null or (cost_cents between 0 and 1000000 and cost_cents = trunc(cost_cents))));

    alter table shop_settings rename column free_shipping_from to free_shipping_from_cents;
    alter table shop_settings rename column shipping_price to shipping_price_cents;
    alter table shop_settings rename column revenue_goal to revenue_goal_cents;
    alter table shop_settings
      alter column free_shipping_from_cents type numeric using round(free_shipping_from_cents * 100),
      alter column shipping_price_cents type numeric using round(shipping_price_cents * 100),
      alter column revenue_goal_cents type numeric using round(revenue_goal_cents * 100),
      alter column free_shipping_from_cents set default 5000,
      alter column shipping_price_cents set default 599,
      alter column revenue_goal_cents set default 500000;
    alter table shop_settings_state_tax_rules rename column threshold to threshold_cents;
    alter table shop_settings_state_tax_rules alter column threshold_cents type numeric using round(threshold_cents * 100);
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    alter table products drop constraint products_prices_are_money, drop column effective_price_cents;
    alter table products
      alter column base_price_cents type numeric using trim_scale(base_price_cents / 100),
      alter column sale_price_cents type numeric using trim_scale(sale_price_cents / 100);
    alter table products rename column base_price_cents to base_price;
    alter table products rename column sale_price_cents to sale_price;
    alter table products
      add constraint products_prices_are_money check (
        (base_price is null or (base_price >= 0 and base_price <> 'NaN' and base_price <= 10000)) and
        (sale_price is null or (sale_price >= 0 and sale_price <> 'NaN' and (base_price is null or sale_price < base_price)))),
      add column effective_price_cents integer generated always as (round(coalesce(sale_price, base_price, 0) * 100)::integer) stored;
    create index products_by_price on products (effective_price_cents, id) where is_active;
    create index products_category_price on products (category_id, effective_price_cents, id) where is_active;

    alter table products_variants drop constraint variants_prices_are_money;
    alter table products_variants
      alter column price_override_cents type numeric using trim_scale(price_override_cents / 100),
      alter column cost_cents type numeric using trim_scale(cost_cents / 100);
    alter table products_variants rename column price_override_cents to price_override;
    alter table products_variants rename column cost_cents to cost;

    alter table shop_settings
      alter column free_shipping_from_cents type numeric using trim_scale(free_shipping_from_cents / 100),
      alter column shipping_price_cents type numeric using trim_scale(shipping_price_cents / 100),
      alter column revenue_goal_cents type numeric using trim_scale(revenue_goal_cents / 100),
      alter column free_shipping_from_cents set default 50,
      alter column shipping_price_cents set default 5.99,
      alter column revenue_goal_cents set default 5000;
    alter table shop_settings rename column free_shipping_from_cents to free_shipping_from;
    alter table shop_settings rename column shipping_price_cents to shipping_price;
    alter table shop_settings rename column revenue_goal_cents to revenue_goal;
    alter table shop_settings_state_tax_rules alter column threshold_cents type numeric using trim_scale(threshold_cents / 100);
    alter table shop_settings_state_tax_rules rename column threshold_cents to threshold;
  `)
}

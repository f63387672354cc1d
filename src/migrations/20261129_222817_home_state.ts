import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** A shop that has orders but only the default settings saves them, with all lists, so that there is a row for its states. */
const keepSettings = (db: MigrateUpArgs['db']) =>
  db.execute(sql`
    with created as (
      insert into shop_settings (created_at, updated_at) select now(), now()
        where exists (select from orders) and not exists (select from shop_settings)
        returning id
    ), rules as (
      insert into shop_settings_state_tax_rules (_order, _parent_id, id, state_code, kind, threshold_cents)
        select position, created.id, left(md5(random()::text), 24),
            state_code::enum_shop_settings_state_tax_rules_state_code, kind::enum_shop_settings_state_tax_rules_kind, cents
          from created, (values
            (1, 'PA', 'none', null), (2, 'NJ', 'none', null), (3, 'MN', 'none', null), (4, 'VT', 'none', null),
            (5, 'DE', 'none', null), (6, 'MT', 'none', null), (7, 'NH', 'none', null), (8, 'OR', 'none', null),
            (9, 'MA', 'excess', 17500), (10, 'RI', 'excess', 25000), (11, 'NY', 'whole', 11000)
          ) as rule (position, state_code, kind, cents)
    ), methods as (
      insert into shop_settings_payment_methods ("order", parent_id, value)
        select position, created.id, value::enum_shop_settings_payment_methods
          from created, unnest(array['card', 'venmo']) with ordinality as method(value, position)
    ), alerts as (
      insert into shop_settings_alert_groups ("order", parent_id, value)
        select position, created.id, value
          from created, unnest(enum_range(null::enum_shop_settings_alert_groups)) with ordinality as alert(value, position)
    ), amounts as (
      insert into shop_settings_numbers ("order", parent_id, path, number)
        select position, created.id, 'giftCardAmounts', cents
          from created, unnest(array[2500, 5000, 7500, 10000]) with ordinality as amount(cents, position)
    )
    insert into shop_settings_texts ("order", parent_id, path, text)
      select position, created.id, 'etsyKeywords', word
        from created, unnest(array['recovery', 'sober', 'AA', 'spiritual', 'sobriety']) with ordinality as keyword(word, position);
  `)

/**
 * Until now, an empty list meant every state. A shop with orders or saved settings keeps what it collects until its
 * owner chooses: to stop collecting where it's due is worse than to ask (Go live does). Left out are the four states
 * without sales tax, where a rule says so. The new date lets a form that was opened before the update find a conflict,
 * instead of saving no states.
 */
const keepTaxStates = (db: MigrateUpArgs['db']) =>
  db.execute(sql`
    with listed as (
      insert into shop_settings_tax_states ("order", parent_id, value)
      select row_number() over (partition by shop.id order by region::text), shop.id, region
        from shop_settings shop, unnest(enum_range(null::enum_shop_settings_tax_states)) as region
        where not exists (select from shop_settings_tax_states listed where listed.parent_id = shop.id)
          and not (region in ('DE', 'MT', 'NH', 'OR') and coalesce((
            select bool_and(kind = 'none') and bool_or(coalesce(zip_from, '') = '')
              from shop_settings_state_tax_rules rule
              where rule._parent_id = shop.id and rule.state_code::text = region::text), false))
      returning parent_id
    )
    update shop_settings set updated_at = now() where id in (select parent_id from listed);
  `)

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_shop_settings_home_state" AS ENUM('AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK', 'OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP');
  ALTER TABLE "shop_settings" ADD COLUMN "home_state" "enum_shop_settings_home_state";`)
  await keepSettings(db)
  await keepTaxStates(db)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "shop_settings" DROP COLUMN "home_state";
  DROP TYPE "public"."enum_shop_settings_home_state";`)
}

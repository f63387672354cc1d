import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Scheduled sales and the history of prices. Triggers keep both, so that every way of writing a product obeys.
 * `effective_price_cents` depends on the time now: the trigger writes it, and the job refresh-sale-prices when a sale
 * starts or ends. It serves filters and sorting; what customers see and pay is read with `running_sale`.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table products alter column effective_price_cents drop expression;
    -- When earlier sales started is unknown. As old as the product, they have no price before.
    update products set sale_starts_at = created_at where sale_price_cents is not null;
    alter table products
      add constraint products_sales_have_a_start check ((sale_price_cents is null) = (sale_starts_at is null)),
      add constraint products_sales_end_after_start check (sale_ends_at is null or sale_ends_at > sale_starts_at);

    create function running_sale(price numeric, starts timestamptz, ends timestamptz) returns integer language sql stable as $$
      select case when starts <= now() and (ends is null or ends > now()) then price::integer end $$;

    create function price_product() returns trigger language plpgsql as $$ begin
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
    end $$;
    create trigger price_product before insert or update on products for each row execute function price_product();
    -- safe: the trigger fills the column, whatever a running version writes
    alter table products alter column effective_price_cents set default 0, alter column effective_price_cents set not null;

    create table product_prices (
      id bigint generated always as identity primary key,
      product_id integer not null references products on delete cascade,
      -- A row is in force until the product's next one.
      changed_at timestamptz not null,
      is_active boolean not null,
      base_price_cents integer,
      sale_price_cents integer,
      sale_starts_at timestamptz,
      sale_ends_at timestamptz
    );
    create index product_prices_product on product_prices (product_id, changed_at, id);

    create function record_price() returns trigger language plpgsql as $$ begin
      insert into product_prices (product_id, changed_at, is_active, base_price_cents, sale_price_cents, sale_starts_at, sale_ends_at)
      values (NEW.id, case when TG_OP = 'INSERT' then least(NEW.created_at, clock_timestamp()) else clock_timestamp() end,
        coalesce(NEW.is_active, false), NEW.base_price_cents, NEW.sale_price_cents, NEW.sale_starts_at, NEW.sale_ends_at);
      return null;
    end $$;
    create trigger product_price_added after insert on products for each row execute function record_price();
    create trigger product_price_changed after update on products for each row
      when ((OLD.is_active, OLD.base_price_cents, OLD.sale_price_cents, OLD.sale_starts_at, OLD.sale_ends_at)
        is distinct from (NEW.is_active, NEW.base_price_cents, NEW.sale_price_cents, NEW.sale_starts_at, NEW.sale_ends_at))
      execute function record_price();

    create function keep_price_history() returns trigger language plpgsql as $$ begin
      raise exception 'The history of prices can only be added to.';
    end $$;
    create trigger keep_price_history before update on product_prices for each row execute function keep_price_history();

    insert into product_prices (product_id, changed_at, is_active, base_price_cents, sale_price_cents, sale_starts_at, sale_ends_at)
      select id, created_at, coalesce(is_active, false), base_price_cents, sale_price_cents, sale_starts_at, sale_ends_at from products;

    -- The lowest price at which the product was for sale in the 30 days before a moment; null if it was not for sale.
    create function lowest_price_before(product integer, moment timestamptz) returns integer language sql stable as $$
      select min(price) from (
        select greatest(changed_at, moment - interval '30 days') as since,
          least(coalesce(lead(changed_at) over (order by changed_at, id), moment), moment) as until,
          is_active, base_price_cents, sale_price_cents, sale_starts_at, coalesce(sale_ends_at, 'infinity') as sale_ends_at
        from product_prices where product_id = product and changed_at < moment
      ) period
      cross join lateral (values
        (base_price_cents, sale_price_cents is null or since < sale_starts_at or until > sale_ends_at),
        (sale_price_cents, sale_price_cents is not null and greatest(since, sale_starts_at) < least(until, sale_ends_at))
      ) charged(price, was_charged)
      where is_active and since < until and was_charged and price > 0 $$;

    -- What is struck through next to a sale price; null if the product didn't cost more before the sale.
    create function price_before_sale(product integer, price numeric, starts timestamptz, ends timestamptz) returns integer language sql stable as $$
      select case when lowest > price then lowest end
      from (select case when running_sale(price, starts, ends) is not null then lowest_price_before(product, starts) end as lowest) before $$;
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop trigger product_price_changed on products;
    drop trigger product_price_added on products;
    drop trigger price_product on products;
    drop table product_prices;
    drop function price_before_sale, lowest_price_before, keep_price_history, record_price, price_product, running_sale;
    alter table products drop constraint products_sales_have_a_start, drop constraint products_sales_end_after_start,
      drop column effective_price_cents;
    alter table products add column effective_price_cents integer generated always as (coalesce(sale_price_cents, base_price_cents, 0)::integer) stored;
    create index products_by_price on products (effective_price_cents, id) where is_active;
    create index products_category_price on products (category_id, effective_price_cents, id) where is_active;
  `)
}

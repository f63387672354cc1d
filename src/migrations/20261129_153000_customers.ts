import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** The columns of an address's orders, of which those that only pay a price difference don't count as orders. */
const customer = sql`select lower(coalesce(u.email, o.email)), min(o.id), (array_agg(o.id order by o.created_at desc, o.id desc))[1],
    case when min(o.customer_id) = max(o.customer_id) then max(o.customer_id) end,
    count(*) filter (where o.price_difference_state is null),
    coalesce(sum((
      select sum(case when kind in ('refund', 'gift-card-sale') then -amount_cents else amount_cents end)
      from payments where order_id = o.id and status = 'completed')), 0),
    min(o.created_at),
    coalesce(max(o.created_at) filter (where o.price_difference_state is null), max(o.created_at))`

/**
 * One row for everyone who placed an order: putting 40,000 customers together from 100,000 orders for each visit of their
 * list took a third of a second. Triggers keep it, whatever writes orders, payments, and accounts. They compute a customer
 * anew at the end of the transaction, when it takes no other locks any more. Transactions about the same customer wait
 * for each other there, so that the later one sees what the earlier one wrote. A migration that writes these tables and
 * alters them has to run `set constraints all immediate` in between.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    -- What the choices of the shop's filters leave out.
    create index products_not_for_sale on products (id) where (is_active and effective_price_cents > 0) is not true;

    create index users_email_lower on users (lower(email));
    create table customers (
      -- The account's address, or the one of a guest's order, in lower case.
      email text primary key,
      first_order_id integer not null,
      last_order_id integer not null,
      only_account_id integer,
      orders integer not null,
      spent_cents bigint not null,
      first_order_at timestamptz(3) not null,
      last_order_at timestamptz(3) not null
    );
    create index customers_recent on customers (last_order_at desc, first_order_id desc);

    -- Erased people are no customers.
    create function customer_of(address text) returns setof customers language sql stable as $$
      ${customer}
      from (
        select id from orders where lower(email) = address
        union select o.id from users u join orders o on o.customer_id = u.id where lower(u.email) = address
      ) theirs
      join orders o on o.id = theirs.id left join users u on u.id = o.customer_id
      where o.email <> 'erased' and lower(coalesce(u.email, o.email)) = address
      group by 1 $$;

    -- 'moves' says that an order or an account changes its address: then no other transaction may be here.
    create function refresh_customers(moves boolean, changed_orders integer[], changed_users integer[], changed_emails text[])
      returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
    declare
      touched text[];
      bucket integer;
      address text;
    begin
      if moves then perform pg_advisory_xact_lock(hashtext('customers'), -1);
      else perform pg_advisory_xact_lock_shared(hashtext('customers'), -1);
      end if;
      touched := array(
        select distinct lower(email) from (
          select unnest(changed_emails) as email
          union select email from users where id = any(changed_users)
          union select email from orders where customer_id = any(changed_users)
          union select email from orders where id = any(changed_orders)
          union select u.email from orders o join users u on u.id = o.customer_id where o.id = any(changed_orders)
        ) found where email <> 'erased');
      -- A limited number of locks, always in the same order.
      for bucket in select distinct hashtext(email) & 1023 from unnest(touched) email order by 1 loop
        perform pg_advisory_xact_lock(hashtext('customers'), bucket);
      end loop;
      foreach address in array touched loop
        delete from customers where email = address;
        insert into customers select * from customer_of(address);
      end loop;
    end $$;

    create function refresh_customers_of_row() returns trigger language plpgsql as $$ begin
      if TG_TABLE_NAME = 'orders' then
        perform refresh_customers(
          TG_OP = 'UPDATE' and (OLD.email, OLD.customer_id) is distinct from (NEW.email, NEW.customer_id),
          array[NEW.id], array[OLD.customer_id, NEW.customer_id], array[OLD.email, NEW.email]);
      elsif TG_TABLE_NAME = 'payments' then
        perform refresh_customers(false, array[OLD.order_id, NEW.order_id], '{}', '{}');
      else
        perform refresh_customers(true, '{}', array[OLD.id], array[OLD.email, NEW.email]);
      end if;
      return null;
    end $$;
    create constraint trigger customers_order_added after insert or delete on orders deferrable initially deferred
      for each row execute function refresh_customers_of_row();
    create constraint trigger customers_order_changed after update on orders deferrable initially deferred for each row
      when ((OLD.email, OLD.customer_id, OLD.created_at, OLD.price_difference_state is null)
        is distinct from (NEW.email, NEW.customer_id, NEW.created_at, NEW.price_difference_state is null))
      execute function refresh_customers_of_row();
    create constraint trigger customers_payment_added after insert or delete on payments deferrable initially deferred
      for each row execute function refresh_customers_of_row();
    create constraint trigger customers_payment_changed after update on payments deferrable initially deferred for each row
      when ((OLD.order_id, OLD.kind, OLD.status, OLD.amount_cents) is distinct from (NEW.order_id, NEW.kind, NEW.status, NEW.amount_cents))
      execute function refresh_customers_of_row();
    create constraint trigger customers_account_changed after update on users deferrable initially deferred for each row
      when (OLD.email is distinct from NEW.email) execute function refresh_customers_of_row();
    create constraint trigger customers_account_deleted after delete on users deferrable initially deferred
      for each row execute function refresh_customers_of_row();

    insert into customers ${customer}
      from orders o left join users u on u.id = o.customer_id where o.email <> 'erased' group by 1;
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop trigger customers_order_added on orders;
    drop trigger customers_order_changed on orders;
    drop trigger customers_payment_added on payments;
    drop trigger customers_payment_changed on payments;
    drop trigger customers_account_changed on users;
    drop trigger customers_account_deleted on users;
    drop function refresh_customers_of_row, refresh_customers, customer_of;
    drop table customers;
    drop index users_email_lower, products_not_for_sale;
  `)
}

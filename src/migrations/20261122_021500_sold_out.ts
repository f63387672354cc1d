import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/**
 * Whether anything of a product can be had stands on its row, so that the lists can be sorted by it with an index. The
 * database keeps it: the product's row is locked first, or two kinds that sell out at once would each see the other.
 */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    alter table products add column is_sold_out boolean not null default true;
    update products p set is_sold_out = not exists (select from products_variants v where v._parent_id = p.id and v.available);

    create function note_sold_out() returns trigger language plpgsql as $$ begin
      perform from products where id in (select _parent_id from changed) order by id for no key update;
      update products p set is_sold_out = not is_sold_out
        where id in (select _parent_id from changed) and is_sold_out = exists (select from products_variants v where v._parent_id = p.id and v.available);
      return null;
    end $$;
    create trigger note_sold_out_added after insert on products_variants referencing new table as changed for each statement execute function note_sold_out();
    create trigger note_sold_out_changed after update on products_variants referencing new table as changed for each statement execute function note_sold_out();
    create trigger note_sold_out_removed after delete on products_variants referencing old table as changed for each statement execute function note_sold_out();

    drop index products_newest, products_category_newest, products_featured;
    create index products_newest on products (is_sold_out, created_at desc, id desc) where is_active;
    create index products_category_newest on products (category_id, is_sold_out, created_at desc, id desc) where is_active;
    create index products_featured on products (is_sold_out, created_at desc, id desc) where is_active and is_featured;
  `)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    drop index products_newest, products_category_newest, products_featured;
    create index products_newest on products (created_at desc, id desc) where is_active;
    create index products_category_newest on products (category_id, created_at desc, id desc) where is_active;
    create index products_featured on products (created_at desc, id desc) where is_active and is_featured;
    drop trigger note_sold_out_added on products_variants;
    drop trigger note_sold_out_changed on products_variants;
    drop trigger note_sold_out_removed on products_variants;
    drop function note_sold_out;
    alter table products drop column is_sold_out;
  `)
}

import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

/** An article whose scheduled time passed in the trash is a draft when it is restored, and isn't published at once. */
export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
    create or replace function trash_content() returns trigger language plpgsql as $$ begin
      if NEW.deleted_at is not null and OLD.deleted_at is null then
        NEW.status_before_trash := OLD.status; NEW.status := 'draft';
      elsif NEW.deleted_at is null and OLD.deleted_at is not null then
        NEW.status := coalesce(OLD.status_before_trash, 'draft')::enum_content_status; NEW.status_before_trash := null;
        if NEW.status = 'scheduled' and NEW.scheduled_for <= now() then
          NEW.status := 'draft'; NEW.scheduled_for := null;
        end if;
      elsif NEW.deleted_at is not null then
        NEW.status_before_trash := OLD.status_before_trash; NEW.status := 'draft';
      end if;
      return NEW;
    end $$;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
    create or replace function trash_content() returns trigger language plpgsql as $$ begin
      if NEW.deleted_at is not null and OLD.deleted_at is null then
        NEW.status_before_trash := OLD.status; NEW.status := 'draft';
      elsif NEW.deleted_at is null and OLD.deleted_at is not null then
        NEW.status := coalesce(OLD.status_before_trash, 'draft')::enum_content_status; NEW.status_before_trash := null;
      elsif NEW.deleted_at is not null then
        NEW.status_before_trash := OLD.status_before_trash; NEW.status := 'draft';
      end if;
      return NEW;
    end $$;`)
}

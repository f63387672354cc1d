import type { Trust } from '../shop'

/** Counts that every request may write: limits. */
const counters = ['rate_limits']
/** What a refused request may write: attempts are logged. */
const attempts = ['audit_events', 'webhook_events']

/**
 * Notes the tables of committed changes while the suite runs; a rollback leaves no note. The worker is stopped
 * meanwhile, because its own changes would be attributed to a request.
 */
export async function watchChanges(
  trust: Trust,
): Promise<{ take: () => Promise<string[]>; stop: () => Promise<void> }> {
  const worker = trust.shop.workerPid()
  if (worker !== undefined) process.kill(worker, 'SIGSTOP')
  await trust.query(`
    create table trust_changes (name text not null);
    create function trust_note() returns trigger language plpgsql as
      $$ begin insert into trust_changes values (tg_table_name); return null; end $$`)
  const tables = await trust.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'trust_%' and tablename <> all($1)",
    [counters],
  )
  for (const { name } of tables)
    await trust.query(
      `create trigger trust_note after insert or update or delete on "${name}" for each row execute function trust_note()`,
    )
  return {
    take: async () =>
      (await trust.query<{ name: string }>('delete from trust_changes returning name'))
        .map(({ name }) => name)
        .filter((name) => !attempts.includes(name)),
    stop: async () => {
      await trust.query('drop function trust_note cascade; drop table trust_changes')
      if (worker !== undefined) process.kill(worker, 'SIGCONT')
    },
  }
}

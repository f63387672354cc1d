import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { jest } from '@jest/globals'
import { makeProduct } from '@tests/support/factories'
import { getTestPayload, rowsOf, sql, withoutTimeLimit } from '@tests/support/payload'
import { runProgram, settingsOfTest } from '@tests/support/programs/commands'
import { call } from '@tests/support/request'

import { migrations } from '@/migrations'
import { env } from '@/platform/env'
import { DatabaseLink } from '@/server/database-link'

import { bundled } from '../../../scripts/bundle.mjs'
import { findUnsafeStatements } from '../../../scripts/migration-safety.mjs'

const { keep, programFlags } = await import('../../../scripts/child-processes.mjs')

// Programs take seconds to start, and much longer while the machine is busy.
jest.setTimeout(600_000)

/**
 * A migration of a later release, which the safety rule accepts: a table, columns that may stay empty or have a default,
 * and an index. A rollback runs this code on a database that has it.
 */
const name = '29990101_000000_later'
const later = `create table later_things (id serial primary key, product_id integer references products (id) on delete cascade);
  alter table products add column later_note varchar;
  alter table products add column later_flag boolean not null default false;
  create index later_note_idx on products (later_note)`

beforeAll(async () => {
  await getTestPayload()
  await withoutTimeLimit(
    `${later}; insert into payload_migrations (name, batch) values ('${name}', 9000)`,
  )
})
afterAll(() =>
  withoutTimeLimit(
    `drop table later_things;
     alter table products drop column later_note, drop column later_flag;
     delete from payload_migrations where name = '${name}';
     delete from graphile_worker._private_known_crontabs`,
  ),
)

it('is a database that an update without downtime may have', () => {
  const source = `export async function up({ db }) { await db.execute(sql\`${later}\`) }`
  expect(findUnsafeStatements(source)).toEqual([])
  expect(findUnsafeStatements(source.replace('default false', ''))).toHaveLength(1)
})

it('leaves a later migration in place when the previous version prepares the shop', async () => {
  const before = await rowsOf(sql`select name, batch from payload_migrations order by id`)
  const { code, stderr } = await runProgram(
    [...programFlags, await bundled('src/seed/prepare.ts'), '--only-migrate'],
    settingsOfTest(),
  )
  expect([code, stderr]).toEqual([0, ''])
  expect(await rowsOf(sql`select name, batch from payload_migrations order by id`)).toEqual(before)
})

it('lets the previous version report that it is ready, and read and write products', async () => {
  const link = new DatabaseLink({ connectionString: env.DATABASE_URL, onInvalidate: () => {} })
  await link.start()
  try {
    expect([link.isUp, await link.hasMigration(migrations.at(-1)?.name ?? '')]).toEqual([
      true,
      true,
    ])
  } finally {
    await link.stop()
  }
  const { id } = await makeProduct({ name: 'Tee of the previous version' })
  await rowsOf(sql`insert into later_things (product_id) values (${id})`)
  const read = await call('GET', `/api/products/${id}`)
  expect(read).toMatchObject({ status: 200, body: { name: 'Tee of the previous version' } })
  expect(await rowsOf(sql`select later_note, later_flag from products where id = ${id}`)).toEqual([
    { later_note: null, later_flag: false },
  ])
  const payload = await getTestPayload()
  await payload.delete({ collection: 'products', id, trash: true })
  expect(await rowsOf(sql`select id from later_things`)).toEqual([])
})

it('lets the worker of the previous version start and do its jobs', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dayfern-rollback-'))
  await rowsOf(sql`delete from graphile_worker._private_jobs returning 1`)
  await rowsOf(
    sql`select graphile_worker.add_job('refresh-view-counts', '{}', job_key => 'rollback')`,
  )
  const worker = keep(
    'The worker',
    process.execPath,
    [...programFlags, await bundled('src/jobs/worker.ts')],
    {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settingsOfTest() },
      logFile: path.join(folder, 'worker.log'),
      ready: (line: string) => line.includes('worker ready'),
    },
  )
  try {
    await worker.start()
    const isWaiting = async (): Promise<boolean> =>
      (await rowsOf(sql`select 1 from graphile_worker._private_jobs where key = 'rollback'`))
        .length > 0
    while (await isWaiting()) await new Promise((resolve) => setTimeout(resolve, 50))
  } finally {
    await worker.stop()
    rmSync(folder, { recursive: true })
  }
})

import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import pg from 'pg'

import { erase, makeCustomer } from '../canaries/customer'
import { buy } from '../faults/buy'
import { printableItems, type Purchase } from '../faults/purchase'
import { waitUntilQuiet } from '../faults/quiet'
import { submitAtOnce } from '../faults/suite'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust, waitFor } from '../shop'

const execute = promisify(execFile)
const sizes = { quick: 6, ci: 20, full: 200 }
/** How long it may take from the decision to restore until the shop could open again. */
const maxRestoreMs = 15 * 60_000
const emails = 'trust-k-%'
const pauseMs = 1000

type Drill = { trust: Trust; env: NodeJS.ProcessEnv; place: NodeJS.ProcessEnv }

const command = async (env: NodeJS.ProcessEnv, name: string, args: string[] = []) => {
  const startedAt = Date.now()
  const { stdout } = await execute(process.execPath, [`scripts/commands/${name}.mjs`, ...args], {
    env,
    maxBuffer: 1e8,
  })
  return { stdout, milliseconds: Date.now() - startedAt }
}

async function queryAt<Row extends pg.QueryResultRow>(
  url: string | undefined,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** File contents by name. */
async function fingerprint(folder: string | undefined): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const entry of await readdir(folder ?? '', { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const file = path.join(entry.parentPath, entry.name)
      const hash = createHash('sha256').update(await readFile(file))
      files.set(path.relative(folder ?? '', file), hash.digest('hex'))
    }
  return files
}

/** Runs buyers until they are stopped. */
function startBuyers(trust: Trust, items: Parameters<typeof buy>[1]['items']) {
  const purchases: Purchase[] = []
  let [isOver, count] = [false, 0]
  const running = [1, 2].map(async () => {
    while (!isOver) {
      const name = `k-${trust.seed}-${(count += 1)}`
      purchases.push(await buy(trust, { name, mode: { name: 'ok' }, items }))
      await sleep(pauseMs) // Printful takes about two orders a second.
    }
  })
  const stop = async (): Promise<void> => {
    isOver = true
    await Promise.all(running)
  }
  return { purchases, stop }
}

type OrderLine = { number: string; total: string; uuid: string; isPaid: boolean; capture: string }
const ordersOf = (url: string | undefined): Promise<OrderLine[]> =>
  queryAt<OrderLine>(
    url,
    `select order_number as number, total_cents::text as total, uuid::text, status <> 'pending' as "isPaid",
       coalesce(paypal_transaction_id, '') as capture from orders where email like $1 order by id`,
    [emails],
  )

/** The worker of the restored shop, until the people who were erased after the backup are erased again. */
async function workUntilErased({ place }: Drill, canaries: readonly string[]): Promise<string[]> {
  // An erasure waits for orders on their way; the one in the backup was delivered since.
  await queryAt(
    place.DATABASE_URL,
    "update orders set status = 'delivered', shipped_at = now() - interval '90 days' where email like 'canary%'",
  )
  const worker = spawn(process.execPath, ['scripts/run.mjs', 'src/jobs/worker.ts'], {
    env: { ...place, WORKER_POLL_MS: '500' },
    stdio: 'ignore',
  })
  try {
    await queryAt(place.DATABASE_URL, "select graphile_worker.add_job('purge-expired', '{}')")
    const left = async (): Promise<string[]> => {
      const [row] = await queryAt<{ text: string }>(
        place.DATABASE_URL,
        `select coalesce(string_agg(t, ' '), '') as text from (
           select row_to_json(u)::text as t from users u union all select row_to_json(o)::text from orders o
           union all select row_to_json(a)::text from addresses a union all select row_to_json(s)::text from subscribers s
           union all select row_to_json(c)::text from contact_messages c union all select row_to_json(r)::text from reviews r) all_rows`,
      )
      const text = row?.text.toLowerCase() ?? ''
      return canaries.filter((canary) => text.includes(canary))
    }
    if ((await left()).length === 0) return ['the erased customer was not in the backup']
    return await waitFor('The erasure is repeated', async () => (await left()).length === 0 && [], {
      timeoutMs: 90_000,
      everyMs: 1000,
    }).catch(async () => (await left()).map((one) => `${one} came back with the backup`))
  } finally {
    worker.kill('SIGTERM')
  }
}

/** What was restored, against what the shop had and what PayPal has. */
async function compare(drill: Drill, adopted: string, uploads: Map<string, string>) {
  const { trust, env, place } = drill
  const [theirs, ours] = [await ordersOf(env.DATABASE_URL), await ordersOf(place.DATABASE_URL)]
  const failures: string[] = []
  const known = new Map(ours.map((one) => [one.uuid, one]))
  for (const { uuid, number, total } of theirs) {
    const restored = known.get(uuid)
    if (restored && (restored.number !== number || restored.total !== total))
      failures.push(
        `order ${number} is ${restored.number} over ${restored.total} after the restore`,
      )
  }
  for (const { uuid, number, isPaid, capture } of theirs.filter(
    (one) => one.isPaid && one.capture,
  )) {
    const restored = known.get(uuid)
    if (restored ? restored.isPaid !== isPaid : !adopted.includes(capture))
      failures.push(`the payment of ${number} is neither on its order nor in the list`)
  }
  const [next] = await queryAt<{ value: string }>(
    place.DATABASE_URL,
    "select nextval('order_numbers') as value",
  )
  const numbers = await trust.query<{ value: number }>(
    `select max(regexp_replace(order_number, '\\D', '', 'g')::int) as value from orders
     where email like $1 and paypal_transaction_id is not null`,
    [emails],
  )
  if (Number(next?.value) <= (numbers[0]?.value ?? 0))
    failures.push(
      `the next order is ${next?.value}, a number that a buyer has (${numbers[0]?.value})`,
    )
  const files = await fingerprint(place.UPLOADS_DIR)
  for (const [name, hash] of uploads)
    if (files.get(name) !== hash) failures.push(`the file ${name} is missing or different`)
  return { failures, restored: ours.length, lost: theirs.length - ours.length, files: files.size }
}

async function run(trust: Trust): Promise<SuiteReport> {
  const [server] = await trust.query<{ version: string; canDump: boolean }>(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int < 180000 as \"canDump\"",
  )
  if (!server?.canDump) {
    trust.log(
      'left out: the embedded PostgreSQL has no pg_dump. Alone (npm run trust -- K) it uses Debian’s.',
    )
    return { counts: { 'left out': 'runs alone' }, failures: [] }
  }
  const url = new URL(trust.shop.databaseUrl)
  url.pathname = '/restored'
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...trust.shop.env,
    NODE_ENV: 'production',
    BACKUP_DIR: path.resolve(trust.shop.dataDir, 'backups'),
    BACKUP_PASSPHRASE: 'walk the long way home',
  }
  const place = {
    ...env,
    DATABASE_URL: url.href,
    UPLOADS_DIR: path.resolve(trust.shop.dataDir, 'restored-uploads'),
  }
  const drill = { trust, env, place }
  await mkdir(env.BACKUP_DIR ?? '', { recursive: true })
  await submitAtOnce(trust, await signIn(trust, 'june', clientAddress(trust.randomFor('june'))))
  const customer = await makeCustomer(trust)
  const buyers = startBuyers(trust, await printableItems(trust))
  const enough = sizes[trust.scale]
  const purchasesUntil = (count: number) =>
    waitFor(`${count} purchases`, async () => buyers.purchases.length >= count, {
      timeoutMs: 900_000,
    })
  const uploads = await fingerprint(env.UPLOADS_DIR)
  const backUpUnderLoad = async () => {
    try {
      await purchasesUntil(enough / 2)
      const backup = await command(env, 'backup')
      const [file = ''] = (await readdir(env.BACKUP_DIR ?? '')).filter((one) =>
        one.endsWith('.dump.age'),
      )
      await purchasesUntil(enough)
      await erase(trust, customer)
      return { backup, name: file.replace('.dump.age', '') }
    } finally {
      await buyers.stop()
    }
  }
  const { backup, name } = await backUpUnderLoad()
  await waitUntilQuiet(trust, emails)
  await sleep(1100) // A backup is named by the second in which it was made.
  await command(env, 'backup') // It knows who was erased after the first one.
  const startedAt = Date.now()
  await trust.query('create database restored')
  const restored = await command(place, 'restore', [name])
  const adopted = await command(place, 'adopt-payments', [new Date().toISOString().slice(0, 10)])
  const restoreMs = Date.now() - startedAt
  const comparison = await compare(drill, adopted.stdout, uploads)
  const failures = [
    ...comparison.failures,
    ...(await workUntilErased(drill, customer.canaries)),
    ...(comparison.restored > 0 && comparison.lost > 0
      ? []
      : ['there were no orders on both sides of the backup, so adoption was not tested']),
    ...(restoreMs > maxRestoreMs ? [`the restore took ${restoreMs} ms`] : []),
    ...(/erased again/.test(restored.stdout)
      ? []
      : ['the restore says nothing of the erased customer']),
    ...buyers.purchases
      .filter(({ shownOutcome }) => shownOutcome !== 'paid')
      .map(
        ({ email, shownOutcome }) =>
          `a purchase during the backup: ${email} was told ${shownOutcome}`,
      ),
  ]
  return {
    counts: {
      PostgreSQL: server.version,
      purchases: buyers.purchases.length,
      's of the backup under load': Math.round(backup.milliseconds / 1000),
      's of restore and adoption': Math.round(restoreMs / 1000),
      'orders restored': comparison.restored,
      'orders after the backup': comparison.lost,
      'files restored': comparison.files,
    },
    failures,
  }
}

export const backups: Suite = { letter: 'K', title: 'Backup and restore', run }

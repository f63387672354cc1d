import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { type Trust, waitFor, waitUntilUp } from '../shop'
import { modes } from './modes'

/** Where a purchase is interrupted. `pause` stops inside a transaction, `tell` right after its COMMIT. */
type Place =
  { in: 'database'; how: 'pause' | 'tell'; also?: Fault } | { in: 'provider'; fault: Fault }

type Fault = {
  provider: 'paypal' | 'printful'
  match: { method: string; path: string }
  fault: 'latency'
  when: 'after'
  latencyMs: number
}
type Part = 'web' | 'worker'
export type KillPoint = { name: string; title: string; place: Place; kills: Part[] }

const lateAnswer = (provider: Fault['provider'], path: string): Fault => ({
  provider,
  match: { method: 'POST', path },
  fault: 'latency',
  when: 'after',
  latencyMs: 6000,
})
const capturePath = '/v2/checkout/orders/[^/]+/capture'
const database = (how: 'pause' | 'tell', also?: Fault): Place => ({ in: 'database', how, also })
const provider = (fault: Fault): Place => ({ in: 'provider', fault })
const point = (name: string, title: string, place: Place, ...kills: Part[]): KillPoint => ({
  name,
  title,
  place,
  kills,
})

export const killPoints: readonly KillPoint[] = [
  point('F1', 'before the order is inserted', database('pause'), 'web'),
  point('F2', 'after the order is inserted', database('tell'), 'web'),
  point(
    'F3',
    'PayPal made the payment, not stored',
    provider(lateAnswer('paypal', '/v2/checkout/orders$')),
    'web',
  ),
  point('F4', 'payment stored, not answered', database('tell'), 'web'),
  point('F5', 'capture claimed', database('tell'), 'web'),
  point(
    'F6',
    'PayPal captured, answer not received',
    provider(lateAnswer('paypal', capturePath)),
    'web',
  ),
  point('F7', 'answer received, before the payment is written', database('pause'), 'web'),
  point('F8', 'inside the transaction that makes it paid', database('pause'), 'web'),
  point('F9', 'after its COMMIT, before the answer', database('tell'), 'web', 'worker'),
  point('F10', 'a job is claimed', database('tell'), 'worker'),
  point(
    'F11',
    'Printful accepted, not stored',
    provider(lateAnswer('printful', '/orders')),
    'worker',
  ),
  point('F12', 'Printful’s order stored, job not done', database('tell'), 'worker'),
  point('F13', 'webhook stored, not processed', database('tell'), 'web', 'worker'),
  point(
    'F14',
    'inside the transaction of a webhook',
    database('pause', lateAnswer('paypal', capturePath)),
    'worker',
  ),
]

/**
 * Points at the row of an order or its payment, which identifies the buyer, so they can be set for purchases of one
 * mode.
 */
export const pointsOfOrders = new Set(['F1', 'F2', 'F4', 'F5', 'F7', 'F8', 'F9', 'F12'])

/** The table row that arms a point is read by triggers; they are added to the database of the running shop, not to its code. */
const triggers = `
create table trust_points (name text primary key, how text not null, mode int);
-- A sequence keeps its value when a transaction is rolled back.
create sequence trust_refusals;
create function trust_point() returns trigger language plpgsql as $$
declare
  wanted text;
  wanted_mode int;
  buyer text;
begin
  select how, mode into wanted, wanted_mode from trust_points where name = tg_argv[0];
  if wanted_mode is not null then
    if tg_table_name = 'payments' then select email into buyer from orders where id = new.order_id;
    else buyer := new.email;
    end if;
    -- The number of a purchase is in its address, and decides its mode.
    if substring(buyer from '-([0-9]+)@')::int % ${modes.length} is distinct from wanted_mode then wanted := null;
    end if;
  end if;
  if wanted = 'pause' then perform pg_sleep(60);
  elsif wanted = 'tell' then perform pg_notify('trust_point', tg_argv[0]);
  elsif wanted = 'refuse' then perform nextval('trust_refusals'); raise exception 'COMMIT refused for a test';
  end if;
  return case tg_when when 'BEFORE' then new else null end;
end $$;
create trigger trust_f1 before insert on orders for each row execute function trust_point('F1');
create trigger trust_f2 after insert on orders for each row execute function trust_point('F2');
create trigger trust_f4 after update on orders for each row
  when (old.paypal_order_id is null and new.paypal_order_id is not null) execute function trust_point('F4');
create trigger trust_f5 after update on orders for each row
  when (old.payment_state <> 'capturing' and new.payment_state = 'capturing') execute function trust_point('F5');
create trigger trust_f7 before insert on payments for each row when (new.kind = 'capture') execute function trust_point('F7');
create trigger trust_f8 after update on orders for each row
  when (old.payment_state <> 'completed' and new.payment_state = 'completed') execute function trust_point('F8');
create trigger trust_f9 after update on orders for each row
  when (old.payment_state <> 'completed' and new.payment_state = 'completed') execute function trust_point('F9');
create trigger trust_f10 after update on graphile_worker._private_jobs for each row
  when (old.locked_by is null and new.locked_by is not null and new.key ~ '^(order-received|submit-order):')
  execute function trust_point('F10');
create trigger trust_f12 after update on orders for each row
  when (old.printful_order_id is null and new.printful_order_id is not null) execute function trust_point('F12');
create trigger trust_f13 after insert on webhook_events for each row execute function trust_point('F13');
create trigger trust_f14 before insert on payments for each row when (new.kind = 'capture') execute function trust_point('F14');
create constraint trigger trust_commit after update on orders deferrable initially deferred for each row
  when (old.payment_state <> 'completed' and new.payment_state = 'completed') execute function trust_point('commit');
`

export async function addTriggers(trust: Trust): Promise<void> {
  await trust.query(triggers)
}

export async function removeTriggers(trust: Trust): Promise<void> {
  await trust.query(
    'drop function trust_point cascade; drop table trust_points; drop sequence trust_refusals',
  )
}

const killed = { web: 0, worker: 0 }
export function killCounts(): Readonly<typeof killed> {
  return killed
}

/** Kills a process with its children, as a machine that loses power does. */
export function kill(trust: Trust, part: Part): void {
  const pid = part === 'web' ? trust.shop.webPid() : trust.shop.workerPid()
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
    killed[part] += 1
  } catch {
    // It is just being started again.
  }
}

/** Terminates the connection of a killed process, which would keep sleeping with its locks. */
const endPauses = (trust: Trust): Promise<unknown> =>
  trust.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event = 'PgSleep' and pid <> pg_backend_pid()",
  )

const isPaused = async (trust: Trust): Promise<boolean> =>
  (
    await trust.query(
      "select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
    )
  ).length > 0

/** Listens for a point whose notification is sent at COMMIT; resolves when it is reached. */
const hear = async (
  trust: Trust,
  name: string,
  timeoutMs: number,
): Promise<() => Promise<void>> => {
  const client = new pg.Client(trust.shop.databaseUrl)
  client.on('error', () => {}) // the shop may be stopped before the point is reached
  await client.connect()
  await client.query('listen trust_point')
  let isHeard = false
  client.on('notification', ({ payload }) => {
    isHeard ||= payload === name
  })
  return async () => {
    try {
      await waitFor(name, async () => isHeard, { timeoutMs, everyMs: 1 })
    } finally {
      await client.end()
    }
  }
}

const reachTimeoutMs = 60_000
/** Above `quick` a point waits for a purchase of one mode, and at full scale for pauses that others move to now. */
const reachTimeoutOf = ({ scale }: Trust): number =>
  ({ quick: 1, ci: 3, full: 5 })[scale] * reachTimeoutMs
let plannedFaults = 0

async function reachInDatabase(
  trust: Trust,
  { name, place }: KillPoint,
  mode: number | undefined,
): Promise<void> {
  if (place.in !== 'database') return
  const timeoutMs = reachTimeoutOf(trust)
  const heard = place.how === 'tell' ? await hear(trust, name, timeoutMs) : undefined
  if (place.also) await trust.control('POST', '/faults', place.also)
  await trust.query('insert into trust_points values ($1, $2, $3)', [name, place.how, mode])
  try {
    if (heard) await heard()
    else await waitFor(name, () => isPaused(trust), { timeoutMs, everyMs: 10 })
  } finally {
    await trust.query('delete from trust_points where name = $1', [name])
  }
}

async function reachAtProvider(trust: Trust, { name, place }: KillPoint): Promise<void> {
  if (place.in !== 'provider') return
  // Its own latency distinguishes it from earlier ones.
  const fault = { ...place.fault, latencyMs: place.fault.latencyMs + (plannedFaults += 1) }
  await trust.control('POST', '/faults', fault)
  const isTaken = async (): Promise<boolean> => {
    const { faults } = await trust.control<{ faults: { hits: number; latencyMs: number }[] }>(
      'GET',
      '/faults',
    )
    return faults.some((one) => one.hits > 0 && one.latencyMs === fault.latencyMs)
  }
  await waitFor(name, isTaken, { timeoutMs: reachTimeoutOf(trust), everyMs: 10 })
  // The provider needs 15 ms for the effect.
  await sleep(80)
}

/**
 * Kills the shop the next time a purchase gets to this point, and waits until it is up again.
 * @param mode the place of its mode in `modes`, for `pointsOfOrders`; absent: any
 * @throws Error if no purchase got there: the point would not have been tested
 */
export async function killAt(trust: Trust, one: KillPoint, mode?: number): Promise<void> {
  await (one.place.in === 'database'
    ? reachInDatabase(trust, one, mode)
    : reachAtProvider(trust, one))
  const parts: Part[] = trust.scale === 'full' ? ['web', 'worker'] : one.kills
  for (const part of parts) kill(trust, part)
  await endPauses(trust)
  await waitUntilUp(trust)
}

/**
 * Refuses COMMITs that make an order paid, as a full disk or a lost connection does, until some were refused.
 * @throws Error if no purchase got there
 */
export async function refuseCommits(trust: Trust): Promise<void> {
  await trust.query("insert into trust_points values ('commit', 'refuse')")
  try {
    await waitFor('A refused COMMIT', async () => {
      const [count] = await trust.query<{ called: boolean; value: number }>(
        'select is_called as called, last_value::int as value from trust_refusals',
      )
      return count?.called && count.value >= 3
    })
  } finally {
    await trust.query("delete from trust_points where name = 'commit'")
  }
}

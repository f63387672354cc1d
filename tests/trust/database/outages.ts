import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { type Trust, waitFor } from '../shop'

/** A way to lose the database. */
export type Outage = {
  name: string
  /** Whether nothing at all can be read meanwhile, so that only what is cached is answered. */
  isTotal: boolean
  /** Begins it, and returns what ends it. */
  begin: (trust: Trust) => Promise<() => Promise<void>>
  holdMs: Record<Trust['scale'], number>
}

/** The server of the database and its processes. The server is first. */
async function serverProcesses(trust: Trust): Promise<[number, ...number[]]> {
  const [row] = await trust.query<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  )
  const server = Number(readFileSync(`${row?.folder}/postmaster.pid`, 'utf8').split('\n')[0])
  const children = execFileSync('pgrep', ['-P', String(server)], { encoding: 'utf8' })
  return [server, ...children.trim().split('\n').map(Number)]
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const signalAll = (pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void => {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, name)
}

/** Ends the server. @param signal SIGQUIT for at once, as a crash does; SIGINT for an orderly stop that cuts connections */
export async function stopServer(trust: Trust, signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
  const [server] = await serverProcesses(trust)
  process.kill(server, signal)
  await waitFor('The database stops', async () => !isAlive(server))
}

const cutAll = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid <> pg_backend_pid() and backend_type = 'client backend'`

/** Tables that the load of this suite writes. */
const written = ['subscribers', 'users', 'orders']

const cut: Outage = {
  name: 'connections cut',
  isTotal: false,
  holdMs: { quick: 0, ci: 0, full: 0 },
  begin: async (trust) => {
    const times = { quick: 3, ci: 8, full: 20 }[trust.scale]
    for (let count = 0; count < times; count += 1) {
      await trust.query(cutAll)
      await sleep(400)
    }
    return async () => {}
  },
}

const restarted: Outage = {
  name: 'restarted',
  isTotal: false,
  holdMs: { quick: 0, ci: 0, full: 0 },
  begin: async (trust) => {
    await stopServer(trust, 'SIGINT')
    return trust.shop.startDatabase
  },
}

const crashed: Outage = {
  name: 'crashed and away',
  isTotal: true,
  holdMs: { quick: 8000, ci: 10_000, full: 30_000 },
  begin: async (trust) => {
    await stopServer(trust, 'SIGQUIT')
    return trust.shop.startDatabase
  },
}

const frozen: Outage = {
  name: 'frozen',
  isTotal: true,
  holdMs: { quick: 10_000, ci: 20_000, full: 30_000 },
  begin: async (trust) => {
    const pids = await serverProcesses(trust)
    signalAll(pids, 'SIGSTOP')
    return async () => signalAll(pids, 'SIGCONT')
  },
}

/** The error that PostgreSQL has for it, from a trigger: filling a separate disk needs rights that CI doesn't have. */
const full: Outage = {
  name: 'disk full',
  isTotal: false,
  holdMs: { quick: 5000, ci: 10_000, full: 30_000 },
  begin: async (trust) => {
    await trust.query(`create or replace function trust_disk_full() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    for (const table of written)
      await trust.query(
        `create trigger trust_disk_full before insert or update on ${table} execute function trust_disk_full()`,
      )
    return async () => {
      for (const table of written) await trust.query(`drop trigger trust_disk_full on ${table}`)
    }
  },
}

/** A maintenance command locks tables, and requests that wait for them use up the connections. */
const busy: Outage = {
  name: 'every connection busy',
  isTotal: false,
  holdMs: { quick: 6000, ci: 8000, full: 20_000 },
  begin: async (trust) => {
    const client = new pg.Client({ connectionString: trust.shop.databaseUrl })
    await client.connect()
    await client.query(`begin; lock table ${written.join(', ')} in access exclusive mode`)
    return () => client.end()
  },
}

export const outages: readonly Outage[] = [cut, restarted, crashed, frozen, full, busy]

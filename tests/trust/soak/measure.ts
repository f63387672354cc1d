import { readdir, readFile } from 'node:fs/promises'

import type { Trust } from '../shop'

export type Measurement = {
  /** Milliseconds since the epoch. */
  at: number
  webMegabytes: number
  workerMegabytes: number
  /** Open files and sockets of the web process. */
  handles: number
  /** Connections of the shop to the database. */
  connections: number
  /** Age in seconds of the oldest job that is due. */
  lagSeconds: number
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** Reads the measurements that must not grow. Needs Linux, for /proc. */
export async function measure({ shop, query }: Trust): Promise<Measurement> {
  const [row] = await query<{ connections: number; lag: number }>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections,
       coalesce((select extract(epoch from now() - min(run_at)) from graphile_worker.jobs
         where run_at < now() and attempts = 0), 0)::float as lag`,
  )
  return {
    at: Date.now(),
    webMegabytes: await residentMegabytes(shop.webPid()),
    workerMegabytes: await residentMegabytes(shop.workerPid()),
    handles: (await readdir(`/proc/${shop.webPid()}/fd`).catch(() => [])).length,
    connections: row?.connections ?? 0,
    lagSeconds: row?.lag ?? 0,
  }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** How a measurement changed from the first third to the last; both as medians. */
export function changeOf(
  measurements: readonly Measurement[],
  figure: Exclude<keyof Measurement, 'at'>,
): { first: number; last: number; growth: number } {
  const third = Math.ceil(measurements.length / 3)
  const values = measurements.map((one) => one[figure])
  const [first, last] = [median(values.slice(0, third)), median(values.slice(-third))]
  return { first, last, growth: last - first }
}

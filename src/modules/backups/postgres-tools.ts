import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

type Env = Readonly<Record<string, string | undefined>>
export type PostgresTools = { folder: string; major: number }

const majorOf = async (program: string): Promise<number> => {
  try {
    const { stdout } = await execute(program, ['--version'])
    return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The folders to look in: PG_BIN first, then the path, then where Debian keeps each version. */
const candidateFolders = (env: Env): string[] => [
  ...(env.PG_BIN ? [env.PG_BIN] : []),
  ...(env.PATH ?? '').split(path.delimiter).filter(Boolean),
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder)
        .sort((a, b) => Number(a) - Number(b))
        .map((version) => path.join(debianFolder, version, 'bin'))
    : []),
]

/**
 * Finds PostgreSQL's programs of at least the server's major version, the closest first. An older pg_dump refuses a
 * newer server.
 * @param programs those that are needed; all must be in one folder
 * @param isExact whether the major version must be the server's, as for starting its data directory
 * @throws Error that says what to install
 */
export async function findPostgresTools(
  serverMajor: number,
  env: Env,
  programs: readonly [string, ...string[]] = ['pg_dump', 'pg_restore'],
  isExact = false,
): Promise<PostgresTools> {
  const candidates: PostgresTools[] = []
  for (const folder of new Set(candidateFolders(env))) {
    if (!programs.every((name) => existsSync(path.join(folder, name)))) continue
    const major = await majorOf(path.join(folder, programs[0]))
    if (isExact ? major === serverMajor : major >= serverMajor) candidates.push({ folder, major })
  }
  const [best] = candidates.sort((a, b) => a.major - b.major)
  if (best) return best
  const kind = programs.includes('postgres') ? 'postgresql' : 'postgresql-client'
  throw new Error(
    `Your database runs PostgreSQL ${serverMajor}, and there's no ${programs[0]} ${serverMajor}${isExact ? '' : ' or newer'} here. ` +
      `Install it (on Debian: apt install ${kind}-${serverMajor}), or set PG_BIN to its folder.`,
  )
}

/** The environment for PostgreSQL's programs and tar, without the shop's keys. */
export function programEnv(env: Env): Record<string, string | undefined> {
  const names = Object.keys(env).filter((name) => /^(PATH|HOME|LANG|TMPDIR|PG[A-Z]+)$/.test(name))
  return Object.fromEntries(names.map((name) => [name, env[name]]))
}

/** The connection as environment variables, so that no password appears in the list of processes. */
export function connectionEnv(databaseUrl: string, database?: string) {
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

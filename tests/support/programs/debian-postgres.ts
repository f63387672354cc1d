import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import pg from 'pg'

const versions = '/usr/lib/postgresql'

/** Folder of a Debian PostgreSQL with its tools, which the embedded one of the tests lacks. */
export const debianPostgres = existsSync(versions)
  ? readdirSync(versions)
      .map((version) => path.join(versions, version, 'bin'))
      .filter((folder) =>
        ['initdb', 'pg_ctl', 'pg_dump', 'pg_restore', 'pg_basebackup', 'pg_verifybackup'].every(
          (name) => existsSync(path.join(folder, name)),
        ),
      )
      .at(-1)
  : undefined

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Returns the command as the user that may run PostgreSQL, which refuses to run as root. */
export function asServerUser(command: readonly string[]): [string, string[]] {
  const [program = '', ...args] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command
  return [program, args]
}

/**
 * Creates a folder for clusters and backups that the server’s user can write to. Returns functions
 * that start servers in it.
 */
export async function prepareClusters() {
  const folder = mkdtempSync(path.join(tmpdir(), 'dayfern-postgres-'))
  await chmod(folder, 0o777)
  const at = (...parts: string[]): string => path.join(folder, ...parts)
  const port = await freePort()
  const running = new Set<string>()

  const runTool = (program: string, args: string[]): void => {
    const result = spawnSync(...asServerUser([path.join(debianPostgres ?? '', program), ...args]), {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (result.status !== 0) throw new Error(`${program}: ${result.stderr}${result.stdout}`)
  }
  /**
   * Starts a server on a data directory. Only one can run at a time, because all use the same port.
   */
  const start = (data: string, settings: Record<string, string> = {}): void => {
    const options = Object.entries({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      ...settings,
    }).map(([name, value]) => `-c ${name}='${value}'`)
    const args = ['-D', at(data), '-o', `-p ${port} ${options.join(' ')}`, '-l', at(`${data}.log`)]
    runTool('pg_ctl', [...args, '-w', 'start'])
    running.add(data)
  }
  const stop = (data: string): void => {
    runTool('pg_ctl', ['-D', at(data), '-m', 'immediate', 'stop'])
    running.delete(data)
  }
  const url = (database: string): string =>
    `postgres://dayfern:unused@127.0.0.1:${port}/${database}`
  const query = async <Row>(database: string, text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url(database) })
    await client.connect()
    try {
      return (await client.query(text)).rows as Row[]
    } finally {
      await client.end()
    }
  }
  return {
    at,
    url,
    query,
    start,
    stop,
    create: (data: string, settings?: Record<string, string>): void => {
      runTool('initdb', ['-D', at(data), '-U', 'dayfern', '--auth=trust'])
      start(data, settings)
    },
    /** Kills a server as a machine failure would. Nothing is written or archived anymore. */
    kill: (data: string): void => {
      const [pid = ''] = readFileSync(at(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      running.delete(data)
    },
    remove: (): void => {
      for (const data of [...running]) stop(data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Clusters = Awaited<ReturnType<typeof prepareClusters>>

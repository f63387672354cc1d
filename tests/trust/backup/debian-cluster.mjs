// A PostgreSQL of Debian's, which has pg_dump; the embedded one has none.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { freePort } from '../../../scripts/ports.mjs'

const versions = '/usr/lib/postgresql'

const findPrograms = () =>
  existsSync(versions)
    ? readdirSync(versions)
        .map((version) => path.join(versions, version, 'bin'))
        .filter((folder) =>
          ['initdb', 'pg_ctl', 'pg_dump'].every((name) => existsSync(path.join(folder, name))),
        )
        .at(-1)
    : undefined

/** initdb refuses root, so root hands over to the package's user. */
const asServer = (command) => {
  const asRoot = process.getuid?.() === 0
  const [program, ...args] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
  const result = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (result.status !== 0) throw new Error(`${command[0]}: ${result.stderr}${result.stdout}`)
}

/**
 * @param {string} folder for the cluster; it must be empty
 * @returns {Promise<{ url: string, start: () => Promise<void>, stop: () => Promise<void> }>} `url` of an empty database
 * @throws Error when there is none (on Debian: apt install postgresql)
 */
export async function startDebianCluster(folder) {
  const programs = findPrograms()
  if (!programs) throw new Error(`Suite K needs PostgreSQL with its programs in ${versions}.`)
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o777)
  const port = await freePort()
  const data = path.resolve(folder, 'data')
  asServer([
    path.join(programs, 'initdb'),
    '-D',
    data,
    '-U',
    'dayfern',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  ])
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200`
  const start = async () =>
    asServer([
      path.join(programs, 'pg_ctl'),
      ...['-D', data, '-o', options, '-l', path.resolve(folder, 'log'), '-w', 'start'],
    ])
  await start()
  return {
    url: `postgres://dayfern:unused@127.0.0.1:${port}/postgres`,
    start,
    stop: async () => asServer([path.join(programs, 'pg_ctl'), '-D', data, '-m', 'fast', 'stop']),
  }
}

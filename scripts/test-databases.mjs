// Databases and sandbox ports for the integration tests: a shard per jest worker.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import pg from 'pg'

import { bundled } from './bundle.mjs'
import { programFlags, run } from './child-processes.mjs'
import { startDatabase } from './embedded-postgres.mjs'
import { freePort } from './ports.mjs'
import { sandboxPortNames, serviceVariables } from './sandbox-services.mjs'

const cluster = '.data/test-postgres'
/** Stands in a cluster whose template is migrated and that was stopped properly. */
const stamp = path.join(cluster, 'dayfern-migrated')

/** What the schema is made from: our migrations, and the packages that bring their own. */
const schemaHash = () => {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const name of readdirSync('src/migrations').sort())
    hash.update(name).update(readFileSync(path.join('src/migrations', name)))
  return hash.digest('hex')
}

const migrate = async (url) =>
  run(process.execPath, [...programFlags, await bundled('src/seed/prepare.ts'), '--only-migrate'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      DATABASE_URL: url,
      SERVER_URL: 'http://localhost:3000',
      PAYLOAD_SECRET: 'a secret that only the tests know, 0123456789',
      PAYPAL_ENVIRONMENT: 'demo',
      PAYPAL_CLIENT_ID: 'sandbox-none',
      PAYPAL_CLIENT_SECRET: 'sandbox-secret',
      PAYPAL_BASE_URL: 'http://127.0.0.1:1',
    },
  })

/**
 * Starts a cluster with a migrated, empty database per shard. The migrated template is reused by later runs until a
 * migration or a package changes; a run that was killed leaves none.
 * @param {{ count: number, home: string }} options `home` is the folder for uploads
 * @returns {Promise<{ shards: { ports: Record<string, number>, env: Record<string, string> }[], stop: () => Promise<void> }>}
 */
export async function startShards({ count, home }) {
  const hash = schemaHash()
  const isMigrated = existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (!isMigrated) rmSync(cluster, { recursive: true, force: true })
  rmSync(stamp, { force: true })
  const database = await startDatabase({ dir: cluster, database: 'template_shop', durable: false })
  const urlOf = (name) => database.url.replace(/template_shop$/, name)
  const stop = async () => {
    await database.stop()
    writeFileSync(stamp, hash)
  }
  try {
    if (!isMigrated) await migrate(database.url)
    const client = new pg.Client(urlOf('postgres'))
    await client.connect()
    const shards = []
    for (let shard = 1; shard <= count; shard += 1) {
      await client.query(`drop database if exists shard_${shard}`)
      await client.query(`create database shard_${shard} template template_shop`)
      const ports = {}
      for (const name of sandboxPortNames) ports[name] = await freePort()
      shards.push({
        ports,
        env: {
          DATABASE_URL: urlOf(`shard_${shard}`),
          UPLOADS_DIR: `${home}/uploads-${shard}`,
          PAYPAL_BASE_URL: `http://127.0.0.1:${ports.paypal}`,
          SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
          ...serviceVariables(ports),
        },
      })
    }
    await client.end()
    return { shards, stop }
  } catch (error) {
    await database.stop()
    throw error
  }
}

// Starts all parts of the shop: database, sandbox, migrations, demo data, build, web process, and worker.
// Used by npm start, npm run dev, and the browser tests.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { build, bundleServer, isBuilt } from './build.mjs'
import { keep, memoryEnv, programFlags, run } from './child-processes.mjs'
import { startDatabase } from './embedded-postgres.mjs'
import { takeFolder } from './lockfile.mjs'
import { freePort, portIsFree } from './ports.mjs'
import { step } from './progress.mjs'
import {
  bucketVariables,
  sandboxBucket,
  sandboxPortNames,
  serviceVariables,
} from './sandbox-services.mjs'

const node = process.execPath

/** The merchant account of the demo shop at the fake of PayPal. */
const demoClientId = 'sandbox-demo'

/**
 * Decides between demo mode and real payments. A missing key never turns a shop with a domain or a database of its own
 * into a demo shop, whose published passwords would open it.
 * @param {Record<string, string | undefined>} env what the user set
 * @throws Error naming what to set
 */
export const chooseDemoMode = (env) => {
  const environment = env.PAYPAL_ENVIRONMENT
  if (env.PAYPAL_CLIENT_ID && environment !== 'demo') return false
  if (environment === 'demo') return true
  const sign =
    environment === 'sandbox' || environment === 'live'
      ? `PAYPAL_ENVIRONMENT is ${environment}`
      : env.SERVER_URL?.startsWith('https:')
        ? 'SERVER_URL starts with https'
        : env.DATABASE_URL
          ? 'DATABASE_URL is set'
          : null
  if (sign)
    throw new Error(
      `${sign}, but PAYPAL_CLIENT_ID is missing. Add your PayPal keys. To run the demo instead, with its demo accounts and orders, set PAYPAL_ENVIRONMENT=demo.`,
    )
  return true
}

/** Imports the bundler lazily, because this file is loaded before packages are installed. */
const programOf = async (entry) => (await import('./bundle.mjs')).bundled(entry)

const readOrCreate = (file, create) => {
  if (!existsSync(file)) writeFileSync(file, create(), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

/**
 * The limit of the web process's heap: 384 MB plus the half of the page cache that is in it. Node would allow
 * gigabytes, and collect the garbage of many different searches only then. A limit in NODE_OPTIONS replaces it.
 */
const heapLimit = ({ NODE_OPTIONS = '', PAGE_CACHE_MB = '' }) =>
  NODE_OPTIONS.includes('max-old-space-size')
    ? []
    : [`--max-old-space-size=${384 + Math.ceil((Number(PAGE_CACHE_MB) || 256) / 2)}`]

const chooseWebPort = async (requested) => {
  if (requested) {
    if (!(await portIsFree(Number(requested))))
      throw new Error(
        `Port ${requested} is in use by another program. Set a different PORT, or stop that program.`,
      )
    return Number(requested)
  }
  for (let port = 3000; port < 3020; port += 1) if (await portIsFree(port)) return port
  throw new Error('Ports 3000 to 3019 are all in use. Set PORT to a free one.')
}

const sandboxPorts = async (file) => {
  const previousPorts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const ports = {}
  for (const name of sandboxPortNames) ports[name] = await freePort(previousPorts[name])
  writeFileSync(file, JSON.stringify(ports))
  return ports
}

/**
 * Records that the embedded cluster was prepared from the current migrations and page texts. The stamp is inside the
 * cluster, so deleting the cluster deletes it; an external database is always prepared.
 */
const preparedStamp = (cluster) => {
  const file = path.join(cluster, 'dayfern-prepared')
  const hash = createHash('sha256')
  for (const name of readdirSync('src/migrations').sort())
    hash.update(name).update(readFileSync(path.join('src/migrations', name)))
  for (const name of ['pages.ts', 'privacy-pages.ts'])
    hash.update(readFileSync(path.join('src/seed/content', name)))
  const currentHash = hash.digest('hex')
  return {
    isFresh: () => existsSync(file) && readFileSync(file, 'utf8') === currentHash,
    write: () => writeFileSync(file, currentHash),
  }
}

const post = async (url, body) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`The sandbox answered ${response.status} to ${url}: ${await response.text()}`)
}

/** Loads the demo shop's products and payments into the fakes of Printful and PayPal. Safe to repeat. */
const loadDemoAccounts = async (ports, { printful, paypal }) => {
  const control = `http://127.0.0.1:${ports.control}`
  await post(`${control}/printful/products`, { products: printful })
  await post(`${control}/paypal/captures`, { clientId: demoClientId, captures: paypal })
}

/**
 * @param options.dataDir folder of the database, uploads, logs, and state
 * @param options.env the variables that the user set
 * @param options.restartMs pause before a process that ended is started again
 * @param options.onOwner called with { username, link } when an owner was created; the link, which works once, is not stored in a file
 * @param options.database name of the database
 * @returns the addresses and one `stop` for everything
 */
export async function startShop({
  dataDir,
  env: userEnv,
  dev = false,
  durable = true,
  database = 'dayfern',
  web = true,
  pollMs,
  restartMs = 1000,
  onOwner = /** @type {((owner: { username: string, link: string }) => void) | undefined} */ (
    undefined
  ),
}) {
  mkdirSync(path.join(dataDir, 'logs'), { recursive: true })
  const logs = path.join(dataDir, 'logs')
  const parts = []
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await part()
  }
  try {
    const folder = await takeFolder(dataDir)
    parts.push(folder.release)
    const onStart = folder.note
    const port = await chooseWebPort(userEnv.PORT)
    const env = {
      ...process.env,
      ...userEnv,
      PORT: String(port),
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: dev ? 'development' : 'production',
    }
    // No second process takes over while this one stops.
    env.DRAIN_SECONDS ||= '0'
    const isDemo = chooseDemoMode(env)
    env.SERVER_URL ||= `http://localhost:${port}`
    env.UPLOADS_DIR ||= path.join(dataDir, 'uploads')
    env.PAYLOAD_SECRET ||= readOrCreate(path.join(dataDir, 'secret'), () =>
      randomBytes(32).toString('hex'),
    )

    let started
    if (!env.DATABASE_URL) {
      started = await step('Database', () =>
        startDatabase({ dir: path.join(dataDir, 'postgres'), database, durable }),
      )
      parts.push(started.stop)
      env.DATABASE_URL = started.url
    }
    let ports
    const isNewSandbox = isDemo && !existsSync(path.join(dataDir, 'sandbox'))
    if (isDemo) {
      await step('Demo mode: local payment service and inbox', async () => {
        ports = await sandboxPorts(path.join(dataDir, 'sandbox-ports.json'))
        const sandbox = keep(
          'Sandbox',
          node,
          [...programFlags, await programOf('sandbox/main.ts')],
          {
            env: {
              ...env,
              SANDBOX_PORTS: JSON.stringify(ports),
              SANDBOX_DATA_DIR: path.join(dataDir, 'sandbox'),
              SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port}/api/webhooks/paypal`,
            },
            logFile: path.join(logs, 'sandbox.log'),
            ready: (line) => line.includes('"ready":true'),
            onStart,
          },
        )
        parts.push(() => sandbox.stop())
        await sandbox.start()
      })
      Object.assign(env, {
        PAYPAL_ENVIRONMENT: 'demo',
        PAYPAL_CLIENT_ID: demoClientId,
        PAYPAL_CLIENT_SECRET: 'sandbox-secret',
        PAYPAL_BASE_URL: `http://127.0.0.1:${ports.paypal}`,
        PAYPAL_WEBHOOK_ID: 'WH-SANDBOX',
        SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${ports.smtp}`,
        OUTBOX_URL: `http://localhost:${ports.mail}`,
        ...(env.STORAGE_BUCKET === sandboxBucket && !env.STORAGE_ENDPOINT
          ? bucketVariables(ports)
          : {}),
      })
    }
    // A service with its own keys uses the real provider.
    if (isDemo)
      Object.assign(
        env,
        serviceVariables(ports, (keys) => !Object.keys(keys).some((key) => env[key])),
      )
    const prepared = started && preparedStamp(path.join(dataDir, 'postgres'))
    // With PayPal keys it always runs, because it also rejects demo passwords and ensures that an owner exists.
    const needsPreparation = !isDemo || isNewSandbox || !prepared?.isFresh()
    let demoAccounts
    const prepare = () =>
      step('Database schema and shop content', async () =>
        run(node, [...programFlags, await programOf('src/seed/prepare.ts')], {
          env,
          logFile: path.join(logs, 'prepare.log'),
          onMessage: ({ owner, demoAccounts: accounts }) => {
            if (owner) onOwner?.(owner)
            if (accounts) demoAccounts = accounts
          },
        }).then(() => demoAccounts && loadDemoAccounts(ports, demoAccounts)),
      ).catch((error) => {
        throw new Error(plainReason(error))
      })
    await Promise.all([
      needsPreparation && prepare(),
      !dev && !isBuilt() && step('Build (about a minute, only after changes)', build),
    ])
    prepared?.write()

    const webProcess = keep(
      'The web process',
      node,
      [
        ...(dev ? ['--conditions=development'] : ['--conditions=production', ...heapLimit(env)]),
        await bundleServer(),
        ...(dev ? ['--dev'] : []),
      ],
      {
        env: { ...memoryEnv, ...env },
        logFile: path.join(logs, 'web.log'),
        ready: (line) => line.includes('ready on port'),
        restart: !dev,
        restartMs,
        show: dev,
        onStart,
        onExit: (code, signal) =>
          console.error(`The web process ended (${signal ?? code}). Restarting…`),
      },
    )
    const worker = keep(
      'The worker',
      node,
      [...programFlags, await programOf('src/jobs/worker.ts')],
      {
        env: { ...memoryEnv, ...env, ...(pollMs ? { WORKER_POLL_MS: String(pollMs) } : {}) },
        logFile: path.join(logs, 'worker.log'),
        ready: (line) => line.includes('worker ready'),
        restart: true,
        restartMs,
        onStart,
        onExit: (code, signal) =>
          console.error(`The worker ended (${signal ?? code}). Restarting…`),
      },
    )
    if (web) {
      parts.push(
        () => webProcess.stop(),
        () => worker.stop(),
      )
      await step('Web process and worker', () => Promise.all([webProcess.start(), worker.start()]))
    }
    return {
      url: env.SERVER_URL,
      port,
      env,
      isDemo,
      ports,
      webProcess,
      worker,
      cluster: started,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Extracts the most useful error message from a step's output. */
export const plainReason = (error) => {
  const text = error.output ?? error.message
  if (/password authentication failed|28P01/.test(text))
    return 'The database in DATABASE_URL rejected the username or password.'
  if (/cannot connect to Postgres/i.test(text))
    return 'Can’t reach the database in DATABASE_URL. Check that it’s running and that the address is correct.'
  const refusal = /^Dayfern can't start[\s\S]*/m.exec(text)
  if (refusal) return refusal[0].trim()
  const environment =
    /The environment settings are incomplete\. See \.env\.example\.\n(?: {2}[A-Z_]+: .*\n?)+/.exec(
      text,
    )
  return environment ? environment[0].trim() : error.message
}

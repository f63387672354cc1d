// Puts the parts of the shop together: database, sandbox, migrations and demo shop, build, web process, worker.
// Used by npm start, npm run dev and the browser tests.
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { build, bundleServer, isBuilt } from './build.mjs'
import { keep, programFlags, run } from './child-processes.mjs'
import { startDatabase } from './embedded-postgres.mjs'
import { takeFolder } from './lockfile.mjs'
import { freePort, portIsFree } from './ports.mjs'
import { step } from './progress.mjs'
import { sandboxPortNames, serviceVariables } from './sandbox-services.mjs'

const node = process.execPath

/** What runs it is loaded only now: this file is read before packages are installed. */
const programOf = async (entry) => (await import('./bundle.mjs')).bundled(entry)

const remember = (file, make) => {
  if (!existsSync(file)) writeFileSync(file, make(), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

const chooseWebPort = async (given) => {
  if (given) {
    if (!(await portIsFree(Number(given))))
      throw new Error(
        `Port ${given} is in use by another program. Set another PORT, or stop that program.`,
      )
    return Number(given)
  }
  for (let port = 3000; port < 3020; port += 1) if (await portIsFree(port)) return port
  throw new Error('Ports 3000 to 3019 are all in use. Set PORT to a free one.')
}

const sandboxPorts = async (file) => {
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const ports = {}
  for (const name of sandboxPortNames) ports[name] = await freePort(known[name])
  writeFileSync(file, JSON.stringify(ports))
  return ports
}

/**
 * Whether this embedded cluster was prepared from these migrations and page texts already. The stamp lies inside the cluster, so that
 * it goes when the cluster goes; a database of somebody's own is always asked.
 */
const preparedStamp = (cluster) => {
  const file = path.join(cluster, 'dayfern-prepared')
  const hash = createHash('sha256')
  for (const name of readdirSync('src/migrations').sort())
    hash.update(name).update(readFileSync(path.join('src/migrations', name)))
  for (const name of ['pages.ts', 'privacy-pages.ts'])
    hash.update(readFileSync(path.join('src/seed/content', name)))
  const wanted = hash.digest('hex')
  return {
    isFresh: () => existsSync(file) && readFileSync(file, 'utf8') === wanted,
    write: () => writeFileSync(file, wanted),
  }
}

/**
 * @param options.dataDir where database, uploads, logs and state live
 * @param options.env the variables a person set
 * @param options.onOwner is called with the owner's first sign-in ({ username, password }) when one was created; it is in no file
 * @param options.database name of the database
 * @returns the addresses and one `stop` for everything
 */
export async function startShop({
  dataDir,
  env: given,
  dev = false,
  durable = true,
  database = 'dayfern',
  web = true,
  pollMs,
  onOwner = /** @type {((owner: { username: string, password: string }) => void) | undefined} */ (
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
    const port = await chooseWebPort(given.PORT)
    const env = {
      ...process.env,
      ...given,
      PORT: String(port),
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: dev ? 'development' : 'production',
    }
    env.SERVER_URL ||= `http://localhost:${port}`
    env.UPLOADS_DIR ||= path.join(dataDir, 'uploads')
    env.PAYLOAD_SECRET ||= remember(path.join(dataDir, 'secret'), () =>
      randomBytes(32).toString('hex'),
    )

    const isDemo = !env.PAYPAL_CLIENT_ID
    if (isDemo && ['sandbox', 'live'].includes(env.PAYPAL_ENVIRONMENT))
      throw new Error(
        `PAYPAL_ENVIRONMENT is ${env.PAYPAL_ENVIRONMENT}, but PAYPAL_CLIENT_ID is missing. Add your PayPal keys, or clear PAYPAL_ENVIRONMENT to start in demo mode.`,
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
    if (isDemo) {
      await step('Demo mode: local payment service and inbox', async () => {
        ports = await sandboxPorts(path.join(dataDir, 'sandbox-ports.json'))
        const sandbox = keep(
          'The sandbox',
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
        PAYPAL_CLIENT_ID: 'sandbox-demo',
        PAYPAL_CLIENT_SECRET: 'sandbox-secret',
        PAYPAL_BASE_URL: `http://127.0.0.1:${ports.paypal}`,
        PAYPAL_WEBHOOK_ID: 'WH-SANDBOX',
        SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${ports.smtp}`,
        OUTBOX_URL: `http://localhost:${ports.mail}`,
      })
    }
    // A service with keys of its own is the real one.
    if (isDemo)
      Object.assign(
        env,
        serviceVariables(ports, (keys) => !Object.keys(keys).some((key) => env[key])),
      )
    const prepared = started && preparedStamp(path.join(dataDir, 'postgres'))
    // With PayPal keys it runs every time: it also refuses demo passwords and makes sure that there is an owner.
    const needsPreparation = !isDemo || !prepared?.isFresh()
    const prepare = (onMigrated) =>
      step('Schema and shop contents', async () =>
        run(node, [...programFlags, await programOf('src/seed/prepare.ts')], {
          env,
          logFile: path.join(logs, 'prepare.log'),
          onMessage: ({ migrated, owner }) => {
            if (migrated) onMigrated()
            if (owner) onOwner?.(owner)
          },
        }),
      ).catch((error) => {
        throw new Error(plainReason(error))
      })
    let preparing
    // The build reads the tables, but not the contents, which are added meanwhile.
    await new Promise((resolve, reject) => {
      preparing = needsPreparation ? prepare(resolve) : Promise.resolve()
      preparing.then(resolve, reject)
    })
    const building =
      !dev && !isBuilt() && step('Build (a minute or so, only after a change)', () => build(env))
    await Promise.all([preparing, building])
    prepared?.write()

    const webProcess = keep(
      'The web process',
      node,
      [
        dev ? '--conditions=development' : '--conditions=production',
        await bundleServer(),
        ...(dev ? ['--dev'] : []),
      ],
      {
        env,
        logFile: path.join(logs, 'web.log'),
        ready: (line) => line.startsWith('ready on port'),
        restart: !dev,
        show: dev,
        onStart,
        onExit: (code, signal) =>
          console.error(`The web process ended (${signal ?? code}); it is started again.`),
      },
    )
    const worker = keep(
      'The worker',
      node,
      [...programFlags, await programOf('src/jobs/worker.ts')],
      {
        env: { ...env, ...(pollMs ? { WORKER_POLL_MS: String(pollMs) } : {}) },
        logFile: path.join(logs, 'worker.log'),
        ready: (line) => line.includes('worker ready'),
        restart: true,
        onStart,
        onExit: (code, signal) =>
          console.error(`The worker ended (${signal ?? code}); it is started again.`),
      },
    )
    if (web) {
      parts.push(
        () => webProcess.stop(),
        () => worker.stop(),
      )
      await step('Web process and worker', () => Promise.all([webProcess.start(), worker.start()]))
    }
    return { url: env.SERVER_URL, port, env, isDemo, ports, webProcess, worker, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The one sentence that helps, from what a step printed. */
export const plainReason = (error) => {
  const text = error.output ?? error.message
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|cannot connect to Postgres/i.test(text))
    return 'The database of DATABASE_URL cannot be reached. Is it running, and is the address right?'
  if (/password authentication failed|28P01/.test(text))
    return 'The database of DATABASE_URL refuses the user name or password.'
  const refusal = /^Dayfern can't start[\s\S]*/m.exec(text)
  if (refusal) return refusal[0].trim()
  const environment =
    /The environment is not complete\. See \.env\.example\.\n(?: {2}[A-Z_]+: .*\n?)+/.exec(text)
  return environment ? environment[0].trim() : error.message
}

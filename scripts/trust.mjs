// npm run trust: the acceptance program (docs/trust.md). It starts the built shop as npm start does, with server, worker,
// and sandbox as separate processes, and runs the suites of tests/trust against it.
//   npm run trust -- F W R --scale quick|ci|full --seed 7 --only F6     some suites; all of them without letters
//   npm run trust -- F --mutant all                               whether the suite catches bugs that were planted
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { bundled } from './bundle.mjs'
import { endAll } from './child-processes.mjs'
import { findBrowser } from './find-browser.mjs'
import { freePort } from './ports.mjs'
import { sandboxBucket } from './sandbox-services.mjs'
import { startShop } from './start-shop.mjs'

/** A folder of its own for each run; it stays for its logs when a suite failed. */
const dataDir = `.data/trust/shop-${process.pid}`

const startTrustedShop = async (letters) => {
  const cluster =
    letters.join() === 'K'
      ? await (
          await import('../tests/trust/backup/debian-cluster.mjs')
        ).startDebianCluster(`${dataDir}/debian`)
      : undefined
  const shop = await startShop({
    dataDir,
    env: {
      PORT: String(await freePort()),
      LOG_LEVEL: 'error',
      // Suites choose the address that a request seems to come from, because limits count by address.
      TRUSTED_PROXIES: '1',
      PAGE_RENDERS_PER_MINUTE: '100000',
      // Suites look for the emails of every order at the end.
      SANDBOX_MAX_MAILS: '20000',
      ...(cluster ? { DATABASE_URL: cluster.url, PAYPAL_ENVIRONMENT: 'demo' } : {}),
      // Only T lets a bucket hang; other suites look into the folder.
      ...(letters.join() === 'T' ? { STORAGE_BUCKET: sandboxBucket } : {}),
    },
    durable: false,
    pollMs: 200,
    restartMs: 100,
  })
  return {
    stop: async () => {
      await shop.stop()
      await cluster?.stop()
    },
    running: {
      url: shop.url,
      databaseUrl: shop.env.DATABASE_URL,
      secret: shop.env.PAYLOAD_SECRET,
      controlUrl: `http://127.0.0.1:${shop.ports.control}`,
      mailUrl: `http://127.0.0.1:${shop.ports.mail}`,
      paypalUrl: `http://127.0.0.1:${shop.ports.paypal}`,
      uploadsDir: shop.env.UPLOADS_DIR,
      browserPath: await findBrowser(),
      webPid: shop.webProcess.pid,
      workerPid: shop.worker.pid,
      env: shop.env,
      startDatabase: (cluster ?? shop.cluster)?.start,
      dataDir,
    },
  }
}

const writeSummary = (results, { scale }) => {
  mkdirSync('.data/trust', { recursive: true })
  writeFileSync(
    '.data/trust/summary.json',
    JSON.stringify(
      { at: new Date().toISOString(), node: process.version, scale, results },
      null,
      2,
    ),
  )
  const lines = results.map(
    ({ letter, title, seed, seconds, counts, failures }) =>
      `| ${letter} | ${title} | ${scale} | ${seed} | ${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')} | ${failures.length} | ${seconds} s |`,
  )
  writeFileSync(
    '.data/trust/summary.md',
    `| | Suite | Scale | Seed | Counts | Failures | Time |\n|---|---|---|---|---|---|---|\n${lines.join('\n')}\n`,
  )
}

/**
 * Starts a shop, runs the suites, and ends the shop.
 * @param {{ letters?: string[], scale?: string, seed?: number, only?: string, prepare?: (dataDir: string) => Promise<unknown> }} options
 *   no letters: all suites; `prepare` may put a prepared shop into the folder, which takes a fifth of the time
 * @returns the results by suite
 */
export async function runTrust({
  letters = [],
  scale = 'ci',
  seed = Date.now() % 1e6,
  only,
  prepare,
} = {}) {
  mkdirSync('.data/trust', { recursive: true })
  await prepare?.(dataDir)
  const { running, stop } = await startTrustedShop(letters)
  let passed = false
  try {
    const { runSuites } = await import(`../${await bundledHere('tests/trust/main.ts')}`)
    const results = await runSuites(running, { letters, scale, seed, only })
    writeSummary(results, { scale })
    passed = results.every(({ failures }) => failures.length === 0)
    return results
  } finally {
    await stop()
    if (passed) rmSync(dataDir, { recursive: true, force: true })
  }
}

const bundledHere = async (entry) => (await bundled(entry)).slice(process.cwd().length + 1)

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      scale: { type: 'string', default: 'ci' },
      seed: { type: 'string' },
      only: { type: 'string' },
      mutant: { type: 'string' },
    },
  })
  if (!['quick', 'ci', 'full'].includes(values.scale))
    throw new Error('--scale is quick, ci, or full.')
  const letters = positionals.flatMap((letter) => letter.toUpperCase().split(''))
  if (values.mutant) {
    const { prepareMutants, tryMutants } = await import('../tests/trust/mutants.mjs')
    await prepareMutants()
    return tryMutants(values.mutant, values.seed)
  }
  const results = await runTrust({
    letters,
    scale: values.scale,
    seed: values.seed === undefined ? undefined : Number(values.seed),
    only: values.only,
  })
  return results.every(({ failures }) => failures.length === 0)
}

if (process.argv[1]?.endsWith('trust.mjs')) {
  const passed = await main().catch((error) => {
    console.error(error)
    return false
  })
  endAll()
  process.exit(passed ? 0 : 1)
}

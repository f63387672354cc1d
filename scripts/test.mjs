// npm test: what must hold for each change, from a fresh clone (docs/decisions/017): all checks and unit tests, and of
// the integration and browser tests those that are marked with @core. npm run test:all runs everything, as does a part by
// its name: `npm test -- unit|integration|e2e|trust [pattern]`. npm run check runs lint, format, types, structure, generated
// files, and unit tests: the fast loop before a commit.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'

import { checkBrowserJavascript } from './browser-javascript.mjs'
import { endAll, programFlags, run } from './child-processes.mjs'
import { install, isInstalled } from './install.mjs'
import { sinceStart, step } from './progress.mjs'

const [part = 'core', ...patterns] = process.argv.slice(2)
const home = '.data/test'
const shardCount = 3
/** Browser tests of one run that may pass on their second try; unit and integration tests have one try. */
const allowedFlaky = 1
const tally = { passed: 0, failed: 0 }
const failures = []
const isWhole = part === 'core' || part === 'all'
const wants = (name) => isWhole || part === name
const bin = {
  oxlint: 'node_modules/oxlint/bin/oxlint',
  tsc: 'node_modules/typescript-7/lib/tsc.js',
  jest: 'node_modules/jest/bin/jest.js',
  playwright: 'node_modules/@playwright/test/cli.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
}

/** One part of the tests; its failure is counted and shown, and the next part still runs. */
const section = async (name, work) => {
  try {
    const counted = await step(name, work)
    tally.passed += counted?.passed ?? 1
    tally.failed += counted?.failed ?? 0
    if (counted?.failed) failures.push(`${name}\n${counted.output}`)
  } catch (error) {
    tally.failed += 1
    failures.push(`${name}\n${error.message}`)
  }
}

/** @returns what jest counted, and the messages of the files that failed. */
const runJest = async (project, env, files) => {
  const outputFile = `${home}/${project}.json`
  rmSync(outputFile, { force: true })
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    bin.jest,
    '--selectProjects',
    project,
    '--json',
    '--outputFile',
    outputFile,
    '--maxWorkers',
    String(shardCount),
    ...files,
  ]
  const output = await run(process.execPath, args, { env: { ...process.env, ...env } }).catch(
    (error) => error.output ?? error.message,
  )
  if (!existsSync(outputFile)) throw new Error(output)
  const result = JSON.parse(readFileSync(outputFile, 'utf8'))
  const broken = result.testResults.filter(({ status }) => status === 'failed')
  const unread = broken.filter(({ assertionResults }) =>
    assertionResults.every((one) => one.status !== 'failed'),
  )
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + unread.length,
    output: broken.map(({ name, message }) => `${name}\n${message}`).join('\n'),
  }
}

const unit = () => runJest('unit', {}, patterns)

const makeShards = async () => {
  const [
    { startDatabase },
    { freePort },
    { sandboxPortNames, serviceVariables },
    { default: pg },
    { bundled },
  ] = await Promise.all([
    import('./embedded-postgres.mjs'),
    import('./ports.mjs'),
    import('./sandbox-services.mjs'),
    import('pg'),
    import('./bundle.mjs'),
  ])
  const database = await startDatabase({
    dir: `${home}/postgres`,
    database: 'template_shop',
    durable: false,
  })
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    SERVER_URL: 'http://localhost:3000',
    PAYLOAD_SECRET: 'a secret that only the tests know, 0123456789',
    PAYPAL_ENVIRONMENT: 'demo',
    PAYPAL_CLIENT_ID: 'sandbox-none',
    PAYPAL_CLIENT_SECRET: 'sandbox-secret',
    PAYPAL_BASE_URL: 'http://127.0.0.1:1',
  }
  await run(
    process.execPath,
    [...programFlags, await bundled('src/seed/prepare.ts'), '--only-migrate'],
    { env },
  )
  const client = new pg.Client(database.url.replace(/template_shop$/, 'postgres'))
  await client.connect()
  const shards = []
  for (let shard = 1; shard <= shardCount; shard += 1) {
    await client.query(`create database shard_${shard} template template_shop`)
    const ports = {}
    for (const name of sandboxPortNames) ports[name] = await freePort()
    shards.push({
      ports,
      env: {
        DATABASE_URL: database.url.replace(/template_shop$/, `shard_${shard}`),
        UPLOADS_DIR: `${home}/uploads-${shard}`,
        PAYPAL_BASE_URL: `http://127.0.0.1:${ports.paypal}`,
        SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
        ...serviceVariables(ports),
      },
    })
  }
  await client.end()
  return { shards, stop: database.stop }
}

/** The integration tests whose file begins with `// @core`. */
const coreFiles = () =>
  ['tests/integration', 'sandbox/tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((file) => readFileSync(file, 'utf8').startsWith('// @core\n')),
  )

const integration = async () => {
  const { findBrowser } = await import('./find-browser.mjs')
  const browser = await findBrowser() // the payment window of the sandbox is tried in a real one
  const { shards, stop } = await makeShards()
  try {
    return await runJest(
      'integration',
      { TEST_SHARDS: JSON.stringify(shards), CHROMIUM_PATH: browser },
      part === 'core' ? coreFiles() : patterns,
    )
  } finally {
    await stop()
  }
}

/** Browser tests that passed only on their second try: why the first failed, and the files that were recorded (screenshot, trace). */
const flakyTests = (suites, path = []) =>
  suites.flatMap(({ title, suites: inner = [], specs = [] }) => [
    ...flakyTests(inner, [...path, title]),
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title: name, tests }) => ({
        title: [...path, title, name].join(' › '),
        details: tests.flatMap(({ results }) =>
          results.flatMap(({ error, attachments }) => [
            ...(error?.message ? [error.message] : []),
            ...attachments.flatMap((one) => one.path ?? []),
          ]),
        ),
      })),
  ])

/** A demo shop that is prepared and has never run. What needs one starts with a copy, which takes a second. */
const preparedShop = `${home}/prepared-shop`
/** With its owners and permissions, without which PostgreSQL doesn't start. */
const copyPreparedShop = (dataDir) => run('cp', ['-a', preparedShop, dataDir])

const endToEnd = async () => {
  // A whole run usually builds once, in a fresh clone.
  if (isWhole) process.env.BUILD_CACHE = 'false'
  const [{ findBrowser }, { startShop }, { freePort }] = await Promise.all([
    import('./find-browser.mjs'),
    import('./start-shop.mjs'),
    import('./ports.mjs'),
  ])
  const browser = await findBrowser()
  const prepared = await startShop({
    dataDir: preparedShop,
    env: { PORT: String(await freePort()) },
    durable: false,
    web: false,
  })
  await prepared.stop()
  await copyPreparedShop(`${home}/shop`)
  const shop = await startShop({
    dataDir: `${home}/shop`,
    env: {
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      TRUSTED_PROXIES: '1',
      PAGE_RENDERS_PER_MINUTE: '300',
    },
    durable: false,
    pollMs: 200,
  })
  const outputFile = `${home}/e2e.json`
  rmSync(outputFile, { force: true })
  try {
    const env = {
      ...process.env,
      SHOP_URL: shop.url,
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_NAME: outputFile,
      SHOP_ENV: JSON.stringify(shop.env),
      SHOP_LOGS: `${home}/shop/logs`,
      SHOP_DATABASE_URL: shop.env.DATABASE_URL,
      SHOP_SECRET: shop.env.PAYLOAD_SECRET,
      SANDBOX_CONTROL: `http://127.0.0.1:${shop.ports.control}`,
      SANDBOX_MAIL: `http://127.0.0.1:${shop.ports.mail}`,
      SANDBOX_PRINTFUL: `http://127.0.0.1:${shop.ports.printful}`,
      SHOP_WEB_PID: String(shop.webProcess.pid()),
      ...(part === 'core' ? { ONLY_CORE: '1' } : {}),
    }
    const output = await run(
      process.execPath,
      [
        bin.playwright,
        'test',
        '--reporter=list,json',
        // The tests that run alone wait for all others only in a whole run.
        ...(patterns.length > 0 ? ['--no-deps'] : []),
        ...patterns,
      ],
      { env, show: part === 'e2e' },
    ).catch((error) => error.output ?? error.message)
    if (!existsSync(outputFile)) throw new Error(output)
    const { stats, suites } = JSON.parse(readFileSync(outputFile, 'utf8'))
    const flaky = flakyTests(suites)
    for (const { title, details } of flaky)
      console.log(`    flaky, passed on its second try: ${title}\n${details.join('\n')}`)
    return {
      passed: stats.expected + Math.min(flaky.length, allowedFlaky),
      failed: stats.unexpected + Math.max(flaky.length - allowedFlaky, 0),
      output,
    }
  } finally {
    await shop.stop()
  }
}

/**
 * The acceptance program at its smallest (docs/trust.md), with the build of the browser tests and a shop of its own. The
 * seed is fixed, so that a failure comes from the change and not from chance; `npm run trust` tries others. `npm test`
 * has the suites that send the same requests each time and are short; `npm test -- trust` also tries every call as
 * everyone, kills processes, storms, and races.
 */
const trust = async () => {
  const { runTrust } = await import('./trust.mjs')
  const letters = part === 'core' ? 'BHSCZ' : 'FWRBAHSCZ'
  const results = await runTrust({
    letters: [...letters],
    scale: 'quick',
    seed: 7,
    prepare: existsSync(preparedShop) ? copyPreparedShop : undefined,
  })
  const failed = results.filter((one) => one.failures.length > 0)
  return {
    passed: results.length - failed.length,
    failed: failed.length,
    output: failed
      .map(
        (one) =>
          `${one.letter} ${one.title}\n${one.failures.join('\n')}\nTo repeat: ${one.reproduce}`,
      )
      .join('\n\n'),
  }
}

console.log('\nDayfern: tests\n')
try {
  if (!isInstalled()) await step('Packages', install)
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  const checks = async () => {
    // Prettier keeps one core busy for as long as the others need together.
    const format = section('Format', () =>
      run(process.execPath, [bin.prettier, '--check', '--log-level', 'warn', '.']),
    )
    await section('Lint', () => run(process.execPath, [bin.oxlint]))
    await section('Types', () => run(process.execPath, [bin.tsc, '--noEmit']))
    await section('Structure', async () =>
      console.log(await run(process.execPath, ['scripts/structure.mjs'])),
    )
    await section('Generated files', () =>
      run(process.execPath, ['scripts/generate.mjs', '--check']),
    )
    await format
    await section('Unit', unit)
  }
  if (isWhole || part === 'check') await checks()
  else if (part === 'unit') await section('Unit', unit)
  if (wants('integration')) await section('Integration', integration)
  if (wants('e2e')) {
    await section('End to end', endToEnd)
    await section('Script per page', async () => checkBrowserJavascript())
  }
  // Each has servers, folders, and a database of its own, and keeps about one core busy.
  await Promise.all([
    wants('e2e') &&
      patterns.length === 0 &&
      section('Programs of the image', async () =>
        (await import('./built-programs.mjs')).checkBuiltPrograms(),
      ),
    wants('trust') && section('Trust', trust),
  ])
} catch (error) {
  tally.failed += 1
  failures.push(error.message)
}
for (const failure of failures) console.log(`\n— ${failure}`)
console.log(`\nAfter ${sinceStart()}:`)
console.log(`${tally.passed} passed, ${tally.failed} failed`)
endAll()
process.exit(tally.failed > 0 || tally.passed === 0 ? 1 : 0)

// npm run trust -- F --mutant all: plants bugs in a copy of the shop, one at a time, and checks that the suite catches each.
// All are patched into one copy, which is built once; TRUST_MUTANT chooses the one that is active. Nothing of it is in src.
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

import { run } from '../../scripts/child-processes.mjs'
import { step } from '../../scripts/progress.mjs'

const copy = path.resolve('.data/trust/mutants')
const notCopied = new Set(['node_modules', '.next', '.data', '.git', 'dist', 'docs', 'art'])
const isActive = (name) => `(process.env.TRUST_MUTANT === '${name}')`
const pause = (milliseconds) =>
  `await new Promise((resolve) => setTimeout(resolve, ${milliseconds}))`

/** `catches`: the kill points and seconds after which the bug must have shown itself. */
const mutants = {
  'no-compare-and-set': {
    bug: 'a capture may start whatever the state of the order is',
    only: 'F5',
    patches: [
      {
        file: 'src/modules/checkout/actions/capture-payment.ts',
        find: `          eq(orders.status, 'pending'),
          eq(orders.paypalOrderId, order.paypalOrderId ?? ''),
          or(
`,
        replace: `          ${isActive('no-compare-and-set')} ? undefined : eq(orders.status, 'pending'),
          eq(orders.paypalOrderId, order.paypalOrderId ?? ''),
          or(
            ${isActive('no-compare-and-set')} ? sql\`true\` : undefined,
`,
      },
      {
        file: 'src/modules/checkout/actions/capture-payment.ts',
        find: '  const attempt = await claimCart(payload, order)',
        replace: `  if (${isActive('no-compare-and-set')}) ${pause('Math.random() * 600')}\n  const attempt = await claimCart(payload, order)`,
      },
    ],
  },
  'random-request-id': {
    bug: 'each try at PayPal has a request id of its own',
    only: 'F3,F6',
    patches: [
      {
        file: 'src/providers/paypal/sdk.ts',
        find: "request.headers['PayPal-Request-Id'] = requestId",
        replace: `request.headers['PayPal-Request-Id'] = ${isActive('random-request-id')} ? crypto.randomUUID() : requestId`,
      },
    ],
  },
  'no-lock': {
    bug: 'a payment is settled without locking the order',
    only: 'F5',
    patches: [
      {
        file: 'src/modules/orders/order-record.ts',
        find: '  const [order] = await tx\n    .select({\n      ...getTableColumns(orders),',
        replace: '  const query = tx\n    .select({\n      ...getTableColumns(orders),',
      },
      {
        // Any row lock would still stop the other one: an update of a unique column waits for it.
        file: 'src/modules/orders/order-record.ts',
        find: "\n    .for('update')\n  if (order) noteOrder(order.id)\n",
        replace: `\n  const [order] = await (${isActive('no-lock')} ? query : query.for('update'))\n  if (order) noteOrder(order.id)\n`,
      },
      {
        file: 'src/modules/checkout/actions/settle-payment.ts',
        find: "    const status = capture.status === 'refunded'",
        replace: `    if (${isActive('no-lock')} && !process.argv[1]?.includes('worker')) ${pause(1500)}\n    const status = capture.status === 'refunded'`,
      },
    ],
  },
  'no-dedupe': {
    bug: 'a webhook that is delivered twice is stored twice',
    only: 'F9,F13',
    patches: [
      {
        file: 'src/platform/webhook-inbox.ts',
        find: '.values(event)',
        replace: `.values(${isActive('no-dedupe')} ? { ...event, eventId: event.eventId + crypto.randomUUID() } : event)`,
      },
    ],
  },
  'commit-not-awaited': {
    bug: 'success is reported before the COMMIT, as Payload’s own create does',
    only: 'commit',
    patches: [
      {
        file: 'src/platform/transaction.ts',
        find: '  const run = async (tx: Tx): Promise<Result> => {\n',
        replace: `  let answerEarly: (result: Result) => void = () => {}
  const early = new Promise<Result>((resolve) => {
    answerEarly = resolve
  })
  const run = async (tx: Tx): Promise<Result> => {
`,
      },
      {
        file: 'src/platform/transaction.ts',
        find: '      return result\n    } finally {\n      delete sessions[id]\n',
        replace:
          '      answerEarly(result)\n      return result\n    } finally {\n      delete sessions[id]\n',
      },
      {
        file: 'src/platform/transaction.ts',
        find: '    () => payload.db.drizzle.transaction(run),\n',
        replace: `    () => {
      const done = payload.db.drizzle.transaction(run)
      if (!${isActive('commit-not-awaited')}) return done
      done.catch(() => {})
      return Promise.race([early, done])
    },
`,
      },
    ],
  },
  'outbox-outside': {
    bug: 'jobs are queued after the transaction and not in it',
    only: 'F9',
    patches: [
      {
        file: 'src/modules/checkout/actions/settle-payment.ts',
        find: "import { queueJob } from '@/platform/job-queue'\n",
        replace: `import { queueJob as queueInside } from '@/platform/job-queue'\n
let outside: Payload['db']['drizzle'] | undefined
const queueJob: typeof queueInside = async (db, name, data, options) => {
  if (!${isActive('outbox-outside')} || !outside) return queueInside(db, name, data, options)
  const handle = outside
  setTimeout(() => void queueInside(handle, name, data, options).catch(() => {}), 500)
}
`,
      },
      {
        file: 'src/modules/checkout/actions/settle-payment.ts',
        find: '  const settlement = await withTransaction<PaymentSettlement>(payload, async (req, tx) => {',
        replace:
          '  outside = payload.db.drizzle\n  const settlement = await withTransaction<PaymentSettlement>(payload, async (req, tx) => {',
      },
    ],
  },
  'one-of-each': {
    bug: 'the printer is told to make one of each item',
    only: 'F11',
    patches: [
      {
        file: 'src/providers/printful/client.ts',
        find: '    quantity: line.quantity,\n',
        replace: `    quantity: ${isActive('one-of-each')} ? 1 : line.quantity,\n`,
      },
    ],
  },
  'another-total': {
    bug: 'an order costs a cent more than its buyer saw',
    only: 'F2',
    patches: [
      {
        file: 'src/modules/checkout/actions/place-order.ts',
        find: '  return { lines: sold, cards, totals, discounts, shipping, taxCertificate }\n',
        replace: `  if (${isActive('another-total')}) {
    totals.totalCents += 1
    totals.taxCents += 1
  }
  return { lines: sold, cards, totals, discounts, shipping, taxCertificate }
`,
      },
    ],
  },
  'card-not-taken': {
    bug: 'the reservation of a gift card stays one when its order is paid',
    only: 'F9',
    patches: [
      {
        file: 'src/modules/orders/actions/gift-card-payment.ts',
        find: "  if ((await endReservation(tx, { cardId, orderId, kind: 'take' })) !== 'take') return false\n",
        replace: `  if (!${isActive('card-not-taken')} && (await endReservation(tx, { cardId, orderId, kind: 'take' })) !== 'take')
    return false
`,
      },
    ],
  },
  'unknown-is-over': {
    bug: 'a capture without an answer ends, after its buyer was told that the payment is on its way',
    only: 'F5',
    patches: [
      {
        file: 'src/modules/checkout/actions/capture-payment.ts',
        find: '    if (!(error instanceof ProviderError && error.details.retryable))\n',
        replace: `    if (${isActive('unknown-is-over')})
      await endAttempt(payload, order.id, { type: 'declined', actor: 'PayPal', message: 'No answer' })
    if (!(error instanceof ProviderError && error.details.retryable))
`,
      },
    ],
  },
}

/** Links the packages into the copy: they are the same files, and Next looks for them inside of its folder. */
const linkFolder = (from, to) => {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

/** @returns for each patch whose place is gone, which one it is; a patch that no longer fits proves nothing */
export const misplacedPatches = (folder = '.') =>
  Object.entries(mutants).flatMap(([name, { patches }]) =>
    patches
      .filter(({ file, find }) => {
        const target = path.join(folder, file)
        return !existsSync(target) || readFileSync(target, 'utf8').split(find).length !== 2
      })
      .map(
        ({ file, find }) => `${name}: the place for it is not in ${file} exactly once:\n${find}`,
      ),
  )

const makeCopy = () => {
  for (const name of readdirSync(copy.split('/.data/')[0]))
    if (!notCopied.has(name)) {
      rmSync(path.join(copy, name), { recursive: true, force: true })
      cpSync(name, path.join(copy, name), { recursive: true })
    }
  if (!existsSync(path.join(copy, 'node_modules')))
    linkFolder('node_modules', path.join(copy, 'node_modules'))
  const misplaced = misplacedPatches(copy)
  if (misplaced.length > 0) throw new Error(misplaced.join('\n'))
  for (const { patches } of Object.values(mutants))
    for (const { file, find, replace } of patches) {
      const target = path.join(copy, file)
      const text = readFileSync(target, 'utf8')
      writeFileSync(
        target,
        text.replace(find, () => replace),
      )
    }
}

/** @returns what the suite printed, and whether it failed */
const runSuite = (name, only, seed) =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        'scripts/trust.mjs',
        'F',
        '--scale',
        'ci',
        '--only',
        only,
        ...(seed ? ['--seed', seed] : []),
      ],
      {
        cwd: copy,
        env: { ...process.env, TRUST_MUTANT: name },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ output, hasFailed: code !== 0 }))
  })

/** Makes and builds the copy. */
export async function prepareMutants() {
  mkdirSync(copy, { recursive: true })
  await step('Copy with planted bugs', async () => makeCopy())
  await step('Build of the copy', () =>
    run(process.execPath, ['-e', "import('./scripts/build.mjs').then(({ build }) => build())"], {
      cwd: copy,
    }),
  )
}

/**
 * Runs the suite against the copy, once for each bug.
 * @param {string} names 'all', or names with commas
 * @param {string} [seed]
 * @returns whether every bug was caught
 */
export async function tryMutants(names, seed) {
  const chosen = names === 'all' ? Object.keys(mutants) : names.split(',')
  for (const name of chosen)
    if (!(name in mutants))
      throw new Error(`No bug ${name}. There are: ${Object.keys(mutants).join(', ')}.`)
  const results = []
  for (const name of chosen) {
    const { bug, only } = mutants[name]
    const { output, hasFailed } = await runSuite(name, only, seed)
    writeFileSync(`.data/trust/mutant-${name}.txt`, output)
    const failures = output.split('\n').filter((line) => line.includes('FAILED'))
    const isCaught = hasFailed && failures.some((line) => /FAILED I\d+/.test(line))
    console.log(`${isCaught ? 'caught' : 'NOT CAUGHT'}: ${name} (${bug})`)
    for (const line of failures.slice(0, 3)) console.log(`  ${line.trim().slice(0, 200)}`)
    results.push({ name, bug, isCaught, failures: failures.length })
  }
  writeFileSync('.data/trust/mutants.json', JSON.stringify(results, null, 2))
  return results.every(({ isCaught }) => isCaught)
}

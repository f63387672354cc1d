import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import pg from 'pg'

import { hashPassword } from '@/modules/accounts/actions/passwords'
import { demoPeople } from '@/seed/demo-people'

const { startShop } = await import('../../../scripts/start-shop.mjs')
const { freePort } = await import('../../../scripts/ports.mjs')

// The programs that this test starts derive passwords with all rounds.
delete process.env.PASSWORD_ROUNDS

const dataDir = mkdtempSync(path.resolve('.data/test/going-live-'))
chmodSync(dataDir, 0o755) // PostgreSQL runs as another user when the tests run as root.
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

type Owner = { username: string; link: string }

/**
 * Prepares a shop with its own PayPal keys on an embedded database, as `npm start` does, without
 * serving it.
 */
const start = async (env: Record<string, string> = {}) => {
  const owners: Owner[] = []
  const shop = await startShop({
    dataDir,
    dev: true,
    web: false,
    durable: false,
    pollMs: 1000,
    onOwner: (owner: Owner) => owners.push(owner),
    env: {
      DATABASE_URL: '',
      PORT: String(await freePort()),
      UPLOADS_DIR: path.join(dataDir, 'uploads'),
      PAYPAL_ENVIRONMENT: 'sandbox',
      PAYPAL_CLIENT_ID: 'own-id',
      PAYPAL_CLIENT_SECRET: 'own-secret',
      NODE_OPTIONS: '',
      ...env,
    },
  })
  return { shop, owners }
}

/** Returns the error that prevents the start, or null after starting and stopping the shop. */
const refusalOf = (env?: Record<string, string>): Promise<Error | null> =>
  start(env).then(
    ({ shop }) => shop.stop().then(() => null),
    (error: Error) => error,
  )

const inDatabase = async (
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<unknown[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

it('shows the owner’s link once but not in the log, and does not start again with a demo password', async () => {
  const { shop, owners } = await start()
  const url = String(shop.env.DATABASE_URL)
  try {
    const log = path.join(dataDir, 'logs/prepare.log')
    expect(readFileSync(log, 'utf8')).toContain('"prepared":true')
    expect(readFileSync(log, 'utf8')).not.toMatch(/password|token=/)
    expect(owners).toEqual([
      { username: 'owner', link: expect.stringMatching(/\/auth\/reset\?token=[\w-]{43}$/) },
    ])
    expect(statSync(log).mode & 0o777).toBe(0o600)

    const [june] = demoPeople
    const { hash, salt } = await hashPassword(june?.password ?? '')
    await inDatabase(url, 'insert into users (username, hash, salt) values ($1, $2, $3)', [
      june?.username,
      hash,
      salt,
    ])
  } finally {
    await shop.stop()
  }
  const error = await refusalOf()
  expect(error?.message).toMatch(/^Dayfern can't start.*: june\n.*npm run go-live/s)
  expect(error?.message).not.toMatch(/\n\s+at |ended with/)
}, 240_000)

it('rejects a PayPal environment without keys instead of using demo mode', async () => {
  expect((await refusalOf({ PAYPAL_ENVIRONMENT: 'live', PAYPAL_CLIENT_ID: '' }))?.message).toMatch(
    /PAYPAL_CLIENT_ID is missing/,
  )
})

import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import { submitAtOnce } from '../faults/suite'
import { clientAddress, signIn, type Suite, type SuiteReport, type Trust, waitFor } from '../shop'
import { type Customer, erase, makeCustomer } from './customer'

/** Providers that get a customer's personal data: to charge, to print, and to send email. */
const recipients = ['paypal', 'printful', 'mailchimp', 'mail']

const within = (text: string, canaries: readonly string[]): string[] => {
  const lower = text.toLowerCase()
  return canaries.filter((canary) => lower.includes(canary))
}

/** Every row of every table, also those of the job queue, as text. */
async function findInDatabase(trust: Trust, canaries: readonly string[]) {
  const tables = await trust.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker')`,
  )
  const failures: string[] = []
  for (const { name } of tables) {
    const rows = await trust.query<{ line: string }>(
      `select row_to_json(t)::text as line from ${name} t where lower(row_to_json(t)::text) like '%canary%'`,
    )
    for (const { line } of rows)
      for (const canary of within(line, canaries)) failures.push(`table ${name} has ${canary}`)
  }
  return { checked: tables.length, failures }
}

async function findInFiles(folders: readonly string[], canaries: readonly string[]) {
  const failures = folders
    .filter((one) => !existsSync(one))
    .map((one) => `${one} isn't there, so it was not searched`)
  let checked = 0
  for (const folder of folders.filter((one) => existsSync(one)))
    for (const name of await readdir(folder, { recursive: true })) {
      const file = path.join(folder, name)
      const info = await stat(file).catch(() => null)
      if (!info?.isFile()) continue
      checked += 1
      const text = within(name, canaries).length > 0 ? name : await readFile(file, 'latin1')
      for (const canary of within(text, canaries)) failures.push(`file ${file} has ${canary}`)
    }
  return { checked, failures }
}

/** What visitors and another customer read, which caches may have kept. */
async function findInPages(trust: Trust, customer: Customer) {
  const random = trust.randomFor('readers')
  const wren = await signIn(trust, 'wren', clientAddress(random))
  const paths = [
    '/',
    '/products',
    `/products/${customer.productId}`,
    '/about',
    '/account',
    '/api/products',
    `/api/products/${customer.productId}`,
    '/api/auth/user',
    '/api/openapi.json',
    '/sitemap.xml',
    `/products?search=${customer.canaries[0]?.slice(0, 6)}`,
  ]
  const failures: string[] = []
  for (const one of paths)
    for (const cookie of [undefined, wren, customer.cookie]) {
      const { body, headers } = await trust.call('GET', one, {
        cookie,
        address: clientAddress(random),
      })
      const text = JSON.stringify([body, [...headers]])
      for (const canary of within(text, customer.canaries))
        failures.push(`${one} ${cookie ? 'with a session ' : ''}has ${canary}`)
    }
  return { checked: paths.length * 3, failures }
}

type Call = { provider?: string; path?: string; [more: string]: unknown }
const callsToProviders = async (trust: Trust): Promise<Call[]> =>
  (await trust.control<{ calls: Call[] }>('GET', '/calls')).calls

/** Calls to a provider that doesn't need this customer's data. */
function findInCalls(calls: readonly Call[], canaries: readonly string[]): string[] {
  return calls
    .filter(({ provider }) => !recipients.includes(provider ?? ''))
    .flatMap((call) =>
      within(JSON.stringify(call), canaries).map(
        (canary) => `a call to ${call.provider} ${call.path} has ${canary}`,
      ),
    )
}

type Mails = { mails: { to?: unknown; envelope?: unknown; subject?: string }[] }
/** Emails to someone else. The shop's own mailbox gets the message of the contact form, which it was written for. */
async function findInMails(
  { shop }: Trust,
  { email, canaries }: Customer,
): Promise<{ checked: number; failures: string[] }> {
  const { mails } = (await (await fetch(`${shop.mailUrl}/api/mails`)).json()) as Mails
  const failures = mails
    .filter((mail) => !JSON.stringify(mail.to ?? mail.envelope ?? '').includes(email))
    .filter((mail) => !/message|contact/i.test(mail.subject ?? ''))
    .flatMap((mail) =>
      within(JSON.stringify(mail), canaries).map(
        (canary) => `an email to ${JSON.stringify(mail.to)} (${mail.subject}) has ${canary}`,
      ),
    )
  return { checked: mails.length, failures }
}

/** Whether the search finds the texts before the erasure. */
async function checkSearch(trust: Trust, customer: Customer): Promise<string[]> {
  const { failures: rows } = await findInDatabase(trust, customer.canaries)
  const page = await waitFor('The review is on its page', async () => {
    const { body } = await trust.call('GET', `/products/${customer.productId}`, {
      address: '10.2.2.2',
    })
    return within(JSON.stringify(body), customer.canaries).length > 0
  }).catch(() => false)
  const missing = customer.canaries.filter(
    (canary) => !/search/.test(canary) && !rows.some((row) => row.endsWith(canary)),
  )
  return [
    ...missing.map(
      (canary) => `${canary} was not stored before the erasure, so its absence says nothing`,
    ),
    ...(page ? [] : ['the review was not on its page before the erasure']),
  ]
}

/** A customer who was charged, printed for, and written to is in calls to those providers, and has emails. */
function missingRecords(
  { canaries: texts }: Customer,
  calls: readonly Call[],
  emails: number,
): string[] {
  return [
    ...['paypal', 'printful']
      .filter((name) => {
        const own = calls.filter(({ provider }) => provider === name)
        return within(JSON.stringify(own), texts).length === 0
      })
      .map((name) => `no call to ${name} has a text of theirs, so the calls say nothing`),
    ...(emails > 0 ? [] : ['there is no email']),
  ]
}

async function run(trust: Trust): Promise<SuiteReport> {
  const june = await signIn(trust, 'june', clientAddress(trust.randomFor('june')))
  await submitAtOnce(trust, june)
  const customer = await makeCustomer(trust)
  await waitFor(
    'The jobs of the order are over',
    async () =>
      (
        await trust.query(
          'select 1 from graphile_worker.jobs where run_at < now() and attempts < max_attempts',
        )
      ).length === 0,
  )
  const before = await checkSearch(trust, customer)
  const calls = await callsToProviders(trust)
  await erase(trust, customer)
  const [database, files, pages, mails] = [
    await waitForNothing(trust, customer),
    await findInFiles(
      [
        path.join(trust.shop.dataDir, 'logs'),
        trust.shop.uploadsDir,
        '.next/server',
        '.next/static',
      ],
      customer.canaries,
    ),
    await findInPages(trust, customer),
    await findInMails(trust, customer),
  ]
  return {
    counts: {
      'canaries of a customer': customer.canaries.length,
      'tables searched': database.checked,
      'files searched': files.checked,
      'answers searched': pages.checked,
      'calls to providers searched': calls.length,
      'emails searched': mails.checked,
    },
    failures: [
      ...before,
      ...missingRecords(customer, calls, mails.checked),
      ...database.failures,
      ...files.failures,
      ...pages.failures,
      ...findInCalls([...calls, ...(await callsToProviders(trust))], customer.canaries),
      ...mails.failures,
    ],
  }
}

/** The last email about the erasure and Mailchimp's deletion are jobs; their rows are deleted when they are done. */
async function waitForNothing(trust: Trust, { canaries }: Customer) {
  return waitFor(
    'Nothing is left',
    async () => {
      const found = await findInDatabase(trust, canaries)
      return found.failures.length === 0 && found
    },
    { timeoutMs: 30_000, everyMs: 1000 },
  ).catch(() => findInDatabase(trust, canaries))
}

export const canaries: Suite = { letter: 'G', title: 'Canaries of an erased customer', run }

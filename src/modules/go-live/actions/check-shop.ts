import { and, eq, isNotNull, isNull, notInArray, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { testPrintful } from '@/modules/fulfillment/actions/test-printful'
import {
  type ConfirmableCheck,
  isExampleDomain,
  senderDomain,
} from '@/modules/go-live/rules/checks'
import { testConnection } from '@/modules/integrations/actions/test-connection'
import { getConnection } from '@/modules/integrations/queries/connections'
import { testMailchimp } from '@/modules/newsletter/actions/test-mailchimp'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { orders, products, users } from '@/payload-generated-schema'
import { connectionErrorMessage, recordConnectionFailure } from '@/platform/connections/credentials'
import {
  connectionLabels,
  type Integration,
  integrations,
} from '@/platform/connections/definitions'
import { env } from '@/platform/env'
import { pluralize } from '@/platform/pluralize'
import { collectsInEveryState } from '@/platform/us/region-codes'

import { type Check, type CheckArgs, type Finding, finding, formatDay, good } from './check'

/** Passes once someone has confirmed it. */
const confirmed = (
  { confirmations }: CheckArgs,
  name: ConfirmableCheck,
  detail: string,
  fix: string,
  href?: string,
): Finding =>
  confirmations[name]
    ? good(`${detail} Confirmed on ${formatDay(confirmations[name])}.`, href)
    : finding('waiting', detail, fix, href)

const paths: Record<Integration, string> = {
  printful: '/admin/printful',
  etsy: '/admin/etsy-import',
  instagram: '/admin/instagram-import',
  tiktok: '/admin/tiktok-import',
  mailchimp: '/admin/mailchimp',
}

/** One real call to a connected service. */
async function testService(
  { payload, providers }: CheckArgs,
  service: Integration,
): Promise<{ success: boolean; message: string }> {
  if (service === 'printful')
    return testPrintful(payload, (keys) => providers.printful(keys, 5000), { again: true })
  if (service === 'mailchimp')
    return testMailchimp({ payload, createMailchimp: providers.mailchimp }).catch(
      async (error: unknown) => ({
        success: false,
        message: await recordConnectionFailure(payload, 'mailchimp', error),
      }),
    )
  return testConnection({ payload, providers }, service, true)
}

/** Whether the service reports changes to this shop, as its test has just read it. */
async function hasWebhooks(payload: Payload, service: Integration): Promise<boolean> {
  if (service !== 'printful' && service !== 'mailchimp') return true
  const { details } = await getConnection(payload, service)
  return details?.webhook === 'here' || details?.webhook === true
}

const serviceCheck = (service: Integration): Check => ({
  name: service,
  group: 'shop',
  title: connectionLabels[service],
  run: async (args) => {
    const href = paths[service]
    const { state } = await getConnection(args.payload, service)
    if (state !== 'connected')
      return service === 'printful'
        ? finding('problem', 'Nothing can be printed yet.', 'Connect your Printful store.', href)
        : finding('skipped', 'Not connected. Connect it only if you use it.', undefined, href)
    const { success, message } = await testService(args, service).catch((error: unknown) => ({
      success: false,
      message: connectionErrorMessage(service, error),
    }))
    if (!success)
      return finding('problem', message, `Connect ${connectionLabels[service]} again.`, href)
    return (await hasWebhooks(args.payload, service))
      ? good(message, href)
      : finding(
          'advice',
          `${message} Its webhooks aren’t on.`,
          'Turn them on so changes there show up here right away.',
          href,
        )
  },
})

const checkContact: Check['run'] = async ({ payload }) => {
  const { contactEmail, postalAddress } = await getSettings(payload)
  const href = '/admin/settings'
  const domain = senderDomain(contactEmail)
  if (!domain || isExampleDomain(domain))
    return finding(
      'problem',
      `The shop’s email address is ${contactEmail || 'missing'}.`,
      'Enter the address that customers write to.',
      href,
    )
  return postalAddress
    ? good(`${contactEmail}, ${postalAddress}`, href)
    : finding(
        'advice',
        'There’s no postal address.',
        'Enter one before you send a newsletter: US law requires it in every issue.',
        href,
      )
}

const checkProducts: Check['run'] = async ({ payload: { db } }) => {
  const isForSale = and(eq(products.isActive, true), isNull(products.deletedAt))
  const [active, unlinked] = await Promise.all([
    db.drizzle.$count(products, isForSale),
    db.drizzle.$count(products, and(isForSale, isNull(products.printfulProductId))),
  ])
  const href = '/admin/products'
  if (active === 0)
    return finding('problem', 'There’s nothing for sale.', 'Add or import products.', href)
  const detail = `You have ${pluralize(active, 'product')} for sale.`
  return unlinked > 0
    ? finding(
        'advice',
        `${detail} ${pluralize(unlinked, 'product')} can’t be sent to Printful.`,
        'Link them to Printful products, or print them elsewhere.',
        href,
      )
    : good(detail, href)
}

/** Your shop: its promises to customers, and the decisions that staff have to make. */
export const shopChecks: readonly Check[] = [
  { name: 'contact', group: 'shop', title: 'Contact address', run: checkContact },
  { name: 'products', group: 'shop', title: 'Products', run: checkProducts },
  {
    name: 'tax',
    group: 'shop',
    title: 'Sales tax',
    run: async (args) => {
      const { taxStates } = (await getSettings(args.payload)).pricing
      const href = '/admin/settings'
      if (collectsInEveryState(taxStates))
        return finding(
          'problem',
          'Tax is collected in every state.',
          'Choose the states where you’re registered, and check their rates.',
          href,
        )
      return taxStates?.length
        ? confirmed(
            args,
            'tax',
            `Tax is collected in ${taxStates.join(', ')}.`,
            'Check that you’re registered in these states and that their rates are right, then confirm.',
            href,
          )
        : finding(
            'problem',
            'Your state isn’t set, so no sales tax is collected.',
            'Choose your state and any others where you’re registered, and check their rates.',
            href,
          )
    },
  },
  {
    name: 'policies',
    group: 'shop',
    title: 'Policies',
    run: (args) =>
      confirmed(
        args,
        'policies',
        'Terms, privacy, returns, and delivery times.',
        'Read your pages and settings the way a customer would, then confirm.',
        '/admin/pages',
      ),
  },
  {
    name: 'time-zone',
    group: 'shop',
    title: 'Time zone',
    run: (args) =>
      confirmed(
        args,
        'time-zone',
        `It’s ${new Date().toLocaleTimeString('en-US', { timeZone: env.SHOP_TIME_ZONE, timeStyle: 'short' })} in ${env.SHOP_TIME_ZONE}.`,
        'If that’s wrong, set SHOP_TIME_ZONE (for example, America/Chicago) and restart. Then confirm.',
      ),
  },
  ...integrations.map(serviceCheck),
]

const checkSecondFactor: Check['run'] = async ({ payload: { db } }) => {
  const without = and(
    eq(users.isActive, true),
    isNull(users.secondFactorSince),
    isNull(users.passkeySince),
  )
  const [owners, admins] = await Promise.all([
    db.drizzle.$count(users, and(without, eq(users.role, 'super_admin'))),
    db.drizzle.$count(users, and(without, eq(users.role, 'admin'))),
  ])
  const href = '/admin/users'
  if (owners > 0)
    return finding(
      'problem',
      owners === 1
        ? '1 super admin hasn’t turned it on.'
        : `${owners} super admins haven’t turned it on.`,
      'Turn it on or add a passkey under Your account > Sign-in and security, and keep the backup codes on paper.',
      href,
    )
  return admins > 0
    ? finding(
        'advice',
        admins === 1
          ? '1 admin hasn’t turned it on yet.'
          : `${admins} admins haven’t turned it on yet.`,
        'They’re asked to turn it on when they sign in.',
        href,
      )
    : good('All admins and super admins have turned it on.')
}

/** Sign-in: the demo's passwords don't work, and the owner can regain access. */
export const peopleChecks: readonly Check[] = [
  {
    name: 'second-factor',
    group: 'people',
    title: 'Two-step verification',
    run: checkSecondFactor,
  },
  {
    name: 'demo-data',
    group: 'people',
    title: 'Demo',
    run: async ({ payload, publishedPasswords }) => {
      const countFrom = (environment: 'demo' | 'sandbox') =>
        payload.db.drizzle.$count(orders, eq(orders.paypalEnvironment, environment))
      const isLive = env.PAYPAL_ENVIRONMENT === 'live'
      const [names, demoOrders, sandboxOrders] = await Promise.all([
        publishedPasswords(),
        countFrom('demo'),
        // Before that, they're for testing.
        isLive ? countFrom('sandbox') : 0,
      ])
      const listed = (count: number, source: string): string[] =>
        count > 0
          ? [`There ${count === 1 ? 'is' : 'are'} ${pluralize(count, 'order')} from ${source}.`]
          : []
      const left = [
        ...(names.length > 0
          ? [`These accounts still use a demo password: ${names.join(', ')}.`]
          : []),
        ...listed(demoOrders, 'the demo'),
        ...listed(sandboxOrders, 'PayPal’s sandbox'),
      ]
      const command = `npm run go-live${sandboxOrders > 0 ? ' -- --sandbox-orders' : ''}`
      return left.length > 0
        ? finding('problem', left.join(' '), `Stop the shop and run "${command}".`)
        : good('No demo orders or demo passwords are left.')
    },
  },
  {
    name: 'owner',
    group: 'people',
    title: 'Owner’s account',
    run: async ({ payload, publishedPasswords }) => {
      const isOwner = and(
        eq(users.role, 'super_admin'),
        eq(users.isActive, true),
        notInArray(sql`coalesce(${users.username}, ${users.email})`, await publishedPasswords()),
      )
      const [owners, reachable] = await Promise.all([
        payload.db.drizzle.$count(users, isOwner),
        payload.db.drizzle.$count(users, and(isOwner, isNotNull(users.email))),
      ])
      const href = '/account/security'
      if (owners === 0)
        return finding(
          'problem',
          'There’s no super admin with a password of their own.',
          'Run "npm run go-live", which creates your account.',
        )
      if (reachable === 0)
        return finding(
          'problem',
          'No super admin has a confirmed email address, so a lost password can’t be reset.',
          'Add your email address to your account.',
          href,
        )
      return owners > 3
        ? finding(
            'advice',
            `There are ${owners} super admins.`,
            'Two are usually enough.',
            '/admin/users',
          )
        : good('A super admin can reset the password by email.')
    },
  },
]

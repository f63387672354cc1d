import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import type { Permission } from '@/access/roles'
import { getConnection } from '@/modules/integrations/queries/connections'
import { env, isDemoMode } from '@/platform/env'

const steps = {
  payments: {
    text: 'Give the shop its PayPal keys, so that people can pay (docs/operations.md)',
    href: '/admin/health',
    button: 'Open health',
    requires: 'settings:write',
  },
  mail: {
    text: 'Give it a mail server, so that people hear of their orders (docs/operations.md)',
    href: '/admin/health',
    button: 'Open health',
    requires: 'settings:write',
  },
  address: {
    text: 'Give it an email address of your own: it stands on every page, and messages go there',
    href: '/admin/settings',
    button: 'Open settings',
    requires: 'settings:write',
  },
  settings: {
    text: 'Look at shipping, taxes and the goals',
    href: '/admin/settings',
    button: 'Open settings',
    requires: 'settings:write',
  },
  printer: {
    text: 'Connect Printful, which prints and sends the orders',
    href: '/admin/printful',
    button: 'Open Printful',
    requires: 'integrations:use',
  },
  product: {
    text: 'Make the first product, or bring yours from Printful or Etsy',
    href: '/admin/products/new',
    button: 'New product',
    requires: 'products:write',
  },
  pages: {
    text: 'Make the pages your own: about, terms, privacy',
    href: '/admin/pages',
    button: 'Open pages',
    requires: 'pages:write',
  },
  piece: {
    text: 'Publish the first piece',
    href: '/admin/content?edit=new',
    button: 'New content',
    requires: 'content:write',
  },
} satisfies Record<string, { text: string; href: string; button: string; requires: Permission }>

export type SetupStep = (typeof steps)[keyof typeof steps] & { name: string; isDone: boolean }

/** How far a new shop is on its way; null once somebody has bought something, or all of it is done. */
export async function listSetupSteps(payload: Payload): Promise<SetupStep[] | null> {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(sql`
    select exists (select 1 from orders) as sold,
      exists (select 1 from audit_events where action like 'settings.%') as settings,
      coalesce((select contact_email from shop_settings limit 1), '') not like '%.example' and exists (select 1 from shop_settings where contact_email is not null) as address,
      exists (select 1 from products where is_active and deleted_at is null) as product,
      exists (select 1 from pages where updated_at > created_at + interval '1 minute') as pages,
      exists (select 1 from content where status = 'published' and deleted_at is null) as piece`)
  const { state } = await getConnection(payload, 'printful')
  const done = {
    ...row,
    payments: !isDemoMode,
    mail: Boolean(env.SMTP_URL),
    printer: state === 'connected',
  } as Record<keyof typeof steps | 'sold', boolean>
  const list = (Object.keys(steps) as (keyof typeof steps)[]).map((name) => ({
    ...steps[name],
    name,
    isDone: done[name],
  }))
  return done.sold || list.every(({ isDone }) => isDone) ? null : list
}

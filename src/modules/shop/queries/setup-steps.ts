import { and, eq, gt, isNull, like, type SQL, sql } from '@payloadcms/db-postgres/drizzle'
import type { PgTable } from '@payloadcms/db-postgres/drizzle/pg-core'
import type { Payload } from 'payload'

import type { Permission } from '@/access/roles'
import { getConnection } from '@/modules/integrations/queries/connections'
import {
  audit_events,
  content,
  orders,
  pages,
  products,
  shop_settings,
} from '@/payload-generated-schema'
import { env, isDemoMode } from '@/platform/env'

const steps = {
  payments: {
    text: 'Add your PayPal keys to take payments (docs/operations.md)',
    href: '/admin/go-live',
    button: 'Open Go live',
    requires: 'settings:write',
  },
  mail: {
    text: 'Add a mail server to send order emails (docs/operations.md)',
    href: '/admin/go-live',
    button: 'Open Go live',
    requires: 'settings:write',
  },
  address: {
    text: 'Add your shop email address, shown on every page and used for messages',
    href: '/admin/settings',
    button: 'Open settings',
    requires: 'settings:write',
  },
  settings: {
    text: 'Review shipping, taxes, and goals',
    href: '/admin/settings',
    button: 'Open settings',
    requires: 'settings:write',
  },
  printer: {
    text: 'Connect Printful to print and ship orders',
    href: '/admin/printful',
    button: 'Open Printful',
    requires: 'integrations:use',
  },
  product: {
    text: 'Add your first product, or import from Printful or Etsy',
    href: '/admin/products/new',
    button: 'New product',
    requires: 'products:write',
  },
  pages: {
    text: 'Customize your About, Terms, and Privacy pages',
    href: '/admin/pages',
    button: 'Open pages',
    requires: 'pages:write',
  },
  article: {
    text: 'Publish your first article',
    href: '/admin/content/new',
    button: 'New content',
    requires: 'content:write',
  },
} satisfies Record<string, { text: string; href: string; button: string; requires: Permission }>

export type SetupStep = (typeof steps)[keyof typeof steps] & { name: string; isDone: boolean }

const exists = (table: PgTable, where: SQL | undefined = sql`true`) =>
  sql<boolean>`exists (select from ${table} where ${where})`

/** Returns the steps of setting up a new shop; null once it has an order or all steps are done. */
export async function listSetupSteps(payload: Payload): Promise<SetupStep[] | null> {
  const [row] = await payload.db.drizzle
    .select({
      sold: exists(orders),
      settings: exists(audit_events, like(audit_events.action, 'settings.%')),
      address: sql<boolean>`coalesce((select ${shop_settings.contactEmail} not like '%.example' from ${shop_settings} limit 1), false)`,
      product: exists(products, and(products.isActive, isNull(products.deletedAt))),
      pages: exists(pages, gt(pages.updatedAt, sql`${pages.createdAt} + interval '1 minute'`)),
      article: exists(content, and(eq(content.status, 'published'), isNull(content.deletedAt))),
    })
    .from(sql`(values (1)) as one`)
  if (!row) throw new Error('The database returned nothing')
  const { state } = await getConnection(payload, 'printful')
  const isDone: Record<keyof typeof steps | 'sold', boolean> = {
    ...row,
    payments: !isDemoMode,
    mail: Boolean(env.SMTP_URL),
    printer: state === 'connected',
  }
  const list = (Object.keys(steps) as (keyof typeof steps)[]).map((name) => ({
    ...steps[name],
    name,
    isDone: isDone[name],
  }))
  return isDone.sold || list.every((step) => step.isDone) ? null : list
}

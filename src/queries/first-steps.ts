import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'
import type { Permission } from '../domain/roles'

const steps = {
  settings: { text: 'Look at shipping, taxes and the goals', href: '/admin/settings', button: 'Open settings', requires: 'settings:write' },
  product: { text: 'Make the first product, or bring yours from Printful or Etsy', href: '/admin/products/new', button: 'New product', requires: 'products:write' },
  pages: { text: 'Make the pages your own: about, terms, privacy', href: '/admin/pages', button: 'Open pages', requires: 'pages:write' },
  piece: { text: 'Publish the first piece', href: '/admin/content?edit=new', button: 'New content', requires: 'content:write' },
} satisfies Record<string, { text: string; href: string; button: string; requires: Permission }>

export type FirstStep = (typeof steps)[keyof typeof steps] & { name: string; isDone: boolean }

/** How far a new shop is on its way; null once somebody has bought something, or all of it is done. */
export const listFirstSteps = async (payload: Payload): Promise<FirstStep[] | null> => {
  const { rows: [row] } = await payload.db.drizzle.execute(sql`
    select exists (select 1 from orders) as sold,
      exists (select 1 from audit_events where action like 'settings.%') as settings,
      exists (select 1 from products where is_active and deleted_at is null) as product,
      exists (select 1 from pages where updated_at > created_at + interval '1 minute') as pages,
      exists (select 1 from content where status = 'published' and deleted_at is null) as piece`)
  const done = row as Record<keyof typeof steps | 'sold', boolean>
  const list = (Object.keys(steps) as (keyof typeof steps)[]).map((name) => ({ ...steps[name], name, isDone: done[name] }))
  return done.sold || list.every(({ isDone }) => isDone) ? null : list
}

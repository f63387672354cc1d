import { and, eq, inArray, isNotNull, isNull, or, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { withoutAudit } from '@/hooks/record-audit'
import { confirmationsKey } from '@/modules/go-live/queries/confirmations'
import { listMediaUses } from '@/modules/media/queries/media-usage'
import {
  audit_events,
  connections,
  contact_messages,
  gift_card_deliveries,
  gift_card_entries,
  gift_cards,
  media,
  one_time_emails,
  order_events,
  order_notes,
  orders,
  payments,
  products,
  products_variants,
  refund_lines,
  returns,
  reviews,
  saved_items,
  social_accounts,
  subscriber_events,
  subscribers,
  users,
  webhook_events,
} from '@/payload-generated-schema'
import { audit } from '@/platform/audit'
import { cacheTags, revalidateTags } from '@/platform/cache-tags'
import { setTriggerPermission } from '@/platform/database/trigger-permission'
import { type Tx, withTransaction } from '@/platform/transaction'
import { collectsInEveryState } from '@/platform/us/region-codes'

import { footerCategories, seedCategories } from './catalog/categories'
import { seedProducts } from './catalog/products'
import { seedContent } from './content-rows'
import { demoProductIds } from './demo-accounts'
import { demoPeople } from './demo-people'
import { demoCheckoutIds } from './orders'
import { demoMediaNames } from './pictures'
import { type RemovedDemoPeople, removeDemoPeople } from './remove-demo-people'

type DemoRemovalOptions = {
  /** Keep the demo products as drafts. */
  keepProducts?: boolean
  /** Keep the demo articles as drafts. */
  keepArticles?: boolean
  /** Also remove the orders that were paid in PayPal's sandbox. */
  sandboxOrders?: boolean
}

/** What was removed or became a draft, by kind. */
export type DemoRemoval = RemovedDemoPeople & {
  orders: number
  products: number
  articles: number
  files: number
  /** Names of what staff had changed; it is a draft now. */
  draftProducts: string[]
  draftArticles: string[]
  /** Contact messages and newsletter addresses; only if the shop never took a real payment. */
  messages: number
  subscribers: number
  /** Services to connect again with the owner's own accounts. */
  connections: string[]
  /** No demo was left, or there never was one: at most accounts with demo passwords and orders were removed. */
  hadNoDemo: boolean
}

type Database = Payload['db']['drizzle']

/** A new demo shop has them; they aren't among the orders that visitors place. */
const isSeededOrder = and(
  inArray(orders.checkoutId, demoCheckoutIds),
  or(isNull(orders.paypalEnvironment), eq(orders.paypalEnvironment, 'demo')),
)

/**
 * Whether the catalog is the demo's. In a shop that is open, or was never a demo, products and articles with the same
 * slugs are the owner's own. A removal that was interrupted has no entry in the audit log yet and goes on.
 */
async function hasDemo({ db: { drizzle } }: Payload): Promise<boolean> {
  if ((await drizzle.$count(orders, isSeededOrder)) > 0) return true
  const usernames = demoPeople.map(({ username }) => username)
  const [removals, people] = await Promise.all([
    drizzle.$count(audit_events, eq(audit_events.action, 'shop.demo_removed')),
    drizzle.$count(users, inArray(users.username, usernames)),
  ])
  return removals === 0 && people === usernames.length
}

/** Deletes an order with everything that belongs to it. */
async function removeOrder(tx: Tx, id: number): Promise<void> {
  const [order] = await tx
    .select({ giftCard: orders.giftCard })
    .from(orders)
    .where(eq(orders.id, id))
    .for('update')
  for (const table of [one_time_emails, reviews, returns, order_notes, refund_lines, payments])
    await tx.delete(table).where(eq(table.order, id))
  await setTriggerPermission(tx, 'demo_removal')
  await tx.delete(order_events).where(eq(order_events.order, id))
  // A card without part of its ledger would have a wrong balance, so all of it is deleted.
  const emailed = await tx
    .delete(gift_card_deliveries)
    .where(eq(gift_card_deliveries.order, id))
    .returning({ card: gift_card_deliveries.card })
  const cardIds = [order?.giftCard, ...emailed.map(({ card }) => card)].flatMap(
    (card) => card ?? [],
  )
  await tx.delete(gift_card_entries).where(inArray(gift_card_entries.card, cardIds))
  await tx.delete(gift_cards).where(inArray(gift_cards.id, cardIds))
  await setTriggerPermission(tx, 'demo_removal', false)
  await tx.delete(orders).where(eq(orders.id, id))
}

/** An order at a time: together they would lock their customers in no order, and could deadlock with payments. */
async function removeOrders(
  payload: Payload,
  environments: ('demo' | 'sandbox')[],
): Promise<number> {
  const { drizzle } = payload.db
  await drizzle
    .update(orders)
    .set({ paypalEnvironment: 'demo' })
    .where(and(isNull(orders.paypalEnvironment), inArray(orders.checkoutId, demoCheckoutIds)))
  const found = await drizzle
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.paypalEnvironment, environments))
  for (const { id } of found) await withTransaction(payload, (_, tx) => removeOrder(tx, id))
  return found.length
}

/** The ids of the documents that someone changed; seeding and the shop itself leave no entry with a person. */
async function changedByStaff(
  { drizzle }: Payload['db'],
  subject: 'product' | 'content',
): Promise<Set<string | null>> {
  const rows = await drizzle
    .selectDistinct({ id: audit_events.subjectId })
    .from(audit_events)
    .where(and(eq(audit_events.subjectType, subject), isNotNull(audit_events.actorId)))
  return new Set(rows.map(({ id }) => id))
}

async function removeProducts(
  payload: Payload,
  keepAll: boolean,
): Promise<Pick<DemoRemoval, 'products' | 'draftProducts'>> {
  const demoProducts = await payload.db.drizzle
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(
      inArray(
        products.slug,
        seedProducts.map(({ slug }) => slug),
      ),
    )
  const changed = await changedByStaff(payload.db, 'product')
  const drafts = demoProducts.filter(({ id }) => keepAll || changed.has(String(id)))
  const removed = demoProducts.filter((product) => !drafts.includes(product)).map(({ id }) => id)
  await withTransaction(payload, async (req, tx) => {
    if (removed.length > 0) {
      await tx.delete(reviews).where(inArray(reviews.product, removed))
      await tx.delete(saved_items).where(inArray(saved_items.product, removed))
      await payload.delete({
        collection: 'products',
        where: { id: { in: removed } },
        trash: true,
        req,
        context: withoutAudit(),
      })
    }
    const draftIds = drafts.map(({ id }) => id)
    if (draftIds.length === 0) return
    await tx
      .update(products)
      .set({ isActive: false, updatedAt: sql`now()` })
      .where(inArray(products.id, draftIds))
    // Without the ids of the demo's print shop, so that nothing is ordered for them. Links to the owner's own stay.
    const unlinked = await tx
      .update(products)
      .set({ printfulProductId: null })
      .where(
        and(inArray(products.id, draftIds), inArray(products.printfulProductId, demoProductIds)),
      )
      .returning({ id: products.id })
    if (unlinked.length === 0) return
    await tx
      .update(products_variants)
      .set({ printfulVariantId: null })
      .where(
        inArray(
          products_variants._parentID,
          unlinked.map(({ id }) => id),
        ),
      )
  })
  return { products: removed.length, draftProducts: drafts.map(({ name }) => name) }
}

async function removeArticles(
  payload: Payload,
  keepAll: boolean,
): Promise<Pick<DemoRemoval, 'articles' | 'draftArticles'>> {
  const { docs } = await payload.find({
    collection: 'content',
    where: { slug: { in: seedContent.map(({ slug }) => slug) } },
    select: { title: true },
    pagination: false,
    depth: 0,
    trash: true,
  })
  const changed = await changedByStaff(payload.db, 'content')
  const drafts = docs.filter(({ id }) => keepAll || changed.has(String(id)))
  const removed = docs.filter((article) => !drafts.includes(article)).map(({ id }) => id)
  await withTransaction(payload, async (req) => {
    const context = withoutAudit()
    if (removed.length > 0)
      await payload.delete({
        collection: 'content',
        where: { id: { in: removed } },
        trash: true,
        req,
        context,
      })
    if (drafts.length > 0)
      await payload.update({
        collection: 'content',
        where: { id: { in: drafts.map(({ id }) => id) } },
        data: { status: 'draft', scheduledFor: null },
        req,
        context,
      })
  })
  return { articles: removed.length, draftArticles: drafts.map(({ title }) => title) }
}

/** Deletes the demo's pictures and recordings that nothing uses anymore, with their files. */
async function removeFiles(payload: Payload): Promise<number> {
  const names = await demoMediaNames()
  const files = await payload.db.drizzle
    .select({ id: media.id })
    .from(media)
    .where(inArray(media.originalName, names))
  let removed = 0
  for (const { id } of files) {
    if ((await listMediaUses(payload.db, id)).length > 0) continue
    await payload.delete({ collection: 'media', id, trash: true, context: withoutAudit() })
    removed += 1
  }
  return removed
}

/** Deletes the demo's categories without products, except those that every new shop begins with. */
async function removeCategories(payload: Payload): Promise<void> {
  const demo = seedCategories.filter((category) => !footerCategories.includes(category))
  const { docs } = await payload.find({
    collection: 'categories',
    where: { slug: { in: demo.map(({ slug }) => slug) } },
    pagination: false,
    select: {},
  })
  for (const { id } of docs)
    if ((await payload.db.drizzle.$count(products, eq(products.category, id))) === 0)
      await payload.delete({ collection: 'categories', id, context: withoutAudit() })
}

/** A real shop begins with its own state. */
async function removeTaxStates(payload: Payload): Promise<void> {
  const { taxStates } = await payload.findGlobal({ slug: 'shop-settings', depth: 0 })
  if (collectsInEveryState(taxStates ?? []))
    await payload.updateGlobal({
      slug: 'shop-settings',
      data: { taxStates: [] },
      context: withoutAudit(),
    })
}

/**
 * Deletes what visitors of the demo left, and the connections to its services. Only for a shop that never took a real
 * payment: afterwards, nobody can tell these rows from real ones.
 */
function removeTraces(
  payload: Payload,
): Promise<Pick<DemoRemoval, 'messages' | 'subscribers' | 'connections'>> {
  return withTransaction(payload, async (_, tx) => {
    await tx.delete(webhook_events)
    await tx.delete(one_time_emails)
    await tx.delete(subscriber_events)
    const people = await tx.delete(subscribers).returning({ id: subscribers.id })
    const messages = await tx.delete(contact_messages).returning({ id: contact_messages.id })
    const services = await tx.delete(connections).returning({ name: connections.provider })
    const accounts = await tx.delete(social_accounts).returning({ name: social_accounts.platform })
    return {
      messages: messages.length,
      subscribers: people.length,
      connections: [...new Set([...services, ...accounts].map(({ name }) => name))],
    }
  })
}

const neverTookPayments = async (drizzle: Database): Promise<boolean> =>
  (await drizzle.$count(
    orders,
    or(
      inArray(orders.paypalEnvironment, ['sandbox', 'live']),
      // Paid before `paypalEnvironment` existed, and not part of the demo.
      and(isNull(orders.paypalEnvironment), isNotNull(orders.paypalTransactionId)),
    ),
  )) === 0

type CatalogRemoval = Omit<DemoRemoval, keyof RemovedDemoPeople | 'orders' | 'hadNoDemo'>

const nothingRemoved: CatalogRemoval = {
  products: 0,
  draftProducts: [],
  articles: 0,
  draftArticles: [],
  files: 0,
  messages: 0,
  subscribers: 0,
  connections: [],
}

async function removeCatalog(
  payload: Payload,
  { keepProducts = false, keepArticles = false }: DemoRemovalOptions,
) {
  const removed = {
    ...(await removeProducts(payload, keepProducts)),
    ...(await removeArticles(payload, keepArticles)),
    files: await removeFiles(payload),
  }
  await removeCategories(payload)
  return removed
}

/**
 * Makes a demo shop a new shop: removes the demo's people, orders, products, articles, files, and sales tax in every
 * state. Other settings, pages, and what staff made themselves stay; demo products and articles that staff changed stay
 * as drafts. In a shop whose demo was removed before, or that never was one, only accounts with demo passwords and the
 * orders asked for are removed.
 * @returns what was removed, and what became a draft
 * @throws the database's error. Each order and each other kind has its own transaction, so a retry goes on.
 */
export async function removeDemoData(
  payload: Payload,
  options: DemoRemovalOptions = {},
): Promise<DemoRemoval> {
  const isDemo = await hasDemo(payload)
  const people = await removeDemoPeople(payload)
  // Before the orders, because those of PayPal's sandbox show that the rest may be real.
  const traces =
    isDemo && (await neverTookPayments(payload.db.drizzle)) ? await removeTraces(payload) : {}
  const orderCount = await removeOrders(
    payload,
    options.sandboxOrders ? ['demo', 'sandbox'] : ['demo'],
  )
  const removal: DemoRemoval = {
    ...people,
    orders: orderCount,
    hadNoDemo: !isDemo,
    ...nothingRemoved,
    ...(isDemo ? await removeCatalog(payload, options) : {}),
    ...traces,
  }
  // They were about the demo: its inbox, its pages, and its tax.
  if (isDemo) {
    await payload.kv.delete(confirmationsKey)
    await removeTaxStates(payload)
  }
  if (isDemo || orderCount > 0)
    await audit(payload.db.drizzle, null, {
      action: 'shop.demo_removed',
      subjectType: 'shop',
      subjectId: 1,
      details: {
        orders: removal.orders,
        products: removal.products,
        articles: removal.articles,
        files: removal.files,
      },
    })
  await revalidateTags({ payload }, ['*', cacheTags.settings])
  return removal
}

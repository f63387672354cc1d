import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import {
  type CodeRefusal,
  type Discount,
  type DiscountKind,
  type discountScopes,
  heldUseDays,
} from '@/modules/discounts/rules'
import type {
  AdminDiscount,
  AdminDiscountCode,
  DiscountListQuery,
} from '@/modules/discounts/schemas'
import {
  discount_codes,
  discounts,
  discounts_rels,
  order_events,
  orders,
  orders_discounts,
  products,
} from '@/payload-generated-schema'
import { toIsoDate } from '@/platform/calendar-days'
import { dollarsFromCents } from '@/platform/money'
import { isOnDays, matchesSearch, offsetOf, pagedRows, splitTerms } from '@/platform/paged-list'
import type { Db, Tx } from '@/platform/transaction'

/** As `holdsDiscountUse`. */
const isHeldByLink = and(
  gt(orders.payableUntil, sql`now()`),
  gt(orders.createdAt, sql`now() - make_interval(days => ${heldUseDays}::integer)`),
)

/**
 * A canceled order becomes `refunded` with its last refund. The timeline has the status before it; a payment that
 * PayPal reported after the cancellation doesn't count.
 */
const wasCanceled = sql`'cancelled' = (select event.type from ${order_events} event
  where event.order_id = ${orders.id}
    and event.type in ('pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled')
    and not (event.type = 'paid' and event.actor = 'PayPal')
  order by event.id desc limit 1)`

/** Paid orders, those whose payment is under way, and open payment links. An open checkout uses nothing up. */
const isCounted = or(
  inArray(orders.status, ['paid', 'processing', 'shipped', 'delivered']),
  and(eq(orders.status, 'refunded'), sql`${wasCanceled} is not true`),
  and(
    eq(orders.status, 'pending'),
    or(
      inArray(orders.paymentState, ['capturing', 'pending', 'completed', 'mismatch']),
      isHeldByLink,
    ),
  ),
)

const countUses = (conditions: Parameters<typeof and>) =>
  sql<number>`(select count(distinct ${orders.id}) from ${orders_discounts}
    join ${orders} on ${orders.id} = ${orders_discounts._parentID}
    where ${and(isCounted, ...conditions)})::integer`

const usesOfDiscount = countUses([eq(orders_discounts.discount, discounts.id)])
/** A deleted code can be given to another discount, and its earlier orders used the first one. */
const isOfCode = [
  eq(orders_discounts.code, discount_codes.code),
  eq(orders_discounts.discount, discount_codes.discount),
]
const usesOfCode = countUses(isOfCode)

const idsIn = (path: 'products' | 'categories') =>
  sql<number[]>`coalesce((select json_agg(${
    path === 'products' ? discounts_rels.productsID : discounts_rels.categoriesID
  } order by ${discounts_rels.order}) from ${discounts_rels}
    where ${discounts_rels.parent} = ${discounts.id} and ${discounts_rels.path} = ${path}), '[]')`

const ruleColumns = {
  id: discounts.id,
  name: discounts.name,
  kind: sql<DiscountKind>`${discounts.kind}`,
  percent: discounts.percent,
  amountCents: discounts.amountCents,
  scope: sql<(typeof discountScopes)[number]>`${discounts.scope}`,
  productIds: idsIn('products'),
  categoryIds: idsIn('categories'),
  minimumSubtotalCents: discounts.minimumSubtotalCents,
}

type Candidate = {
  code: string | null
  isAutomatic: boolean
  isActive: boolean
  startsAt: string
  endsAt: string | null
  maxUses: number | null
  maxUsesPerCustomer: number | null
  firstOrderOnly: boolean
  codeMaxUses: number | null
}
type Uses = { uses: number; codeUses: number; customerUses: number; customerOrders: number }
const noUses: Uses = { uses: 0, codeUses: 0, customerUses: 0, customerOrders: 0 }

/** Which limit the discount has reached; null if none. */
const reachedLimit = (row: Candidate & Uses): CodeRefusal | null => {
  if (row.maxUses !== null && row.uses >= row.maxUses) return 'used_up'
  if (row.codeMaxUses !== null && row.codeUses >= row.codeMaxUses) return 'used_up'
  if (row.maxUsesPerCustomer !== null && row.customerUses >= row.maxUsesPerCustomer)
    return 'already_used'
  return row.firstOrderOnly && row.customerOrders > 0 ? 'not_first_order' : null
}

/**
 * Why this customer can't use the discount now; null if they can. Without an account (null) rules about a customer
 * can't be checked.
 */
const refusalOf = (
  row: Candidate & Uses,
  customerId: number | null,
  now: Date,
): CodeRefusal | null => {
  // A discount with a code, whose code was deleted.
  if (!row.isAutomatic && row.code === null) return 'unknown'
  if (!row.isActive) return 'ended'
  if (Date.parse(row.startsAt) > now.getTime()) return 'not_started'
  if (row.endsAt && Date.parse(row.endsAt) <= now.getTime()) return 'ended'
  const limit = reachedLimit(row)
  if (limit) return limit
  const isForAccounts = row.firstOrderOnly || row.maxUsesPerCustomer !== null
  return isForAccounts && customerId === null ? 'sign_in' : null
}

const isLimited = (row: Candidate): boolean =>
  row.maxUses !== null ||
  row.maxUsesPerCustomer !== null ||
  row.codeMaxUses !== null ||
  row.firstOrderOnly

type UseQuery = { code: string | null; customerId: number | null; exceptOrder: number }

const joinsCode = (code: string | null) =>
  and(eq(discount_codes.discount, discounts.id), eq(discount_codes.code, code ?? ''))

/** Selects the automatic discounts, that of the code, and those that an order has. */
const selectCandidates = (db: Db, code: string | null, ids: readonly number[]) =>
  db
    .select({
      ...ruleColumns,
      code: discount_codes.code,
      isAutomatic: discounts.isAutomatic,
      isActive: discounts.isActive,
      startsAt: discounts.startsAt,
      endsAt: discounts.endsAt,
      maxUses: discounts.maxUses,
      maxUsesPerCustomer: discounts.maxUsesPerCustomer,
      firstOrderOnly: discounts.firstOrderOnly,
      codeMaxUses: discount_codes.maxUses,
    })
    .from(discounts)
    .leftJoin(discount_codes, joinsCode(code))
    .where(
      or(
        and(eq(discounts.isAutomatic, true), eq(discounts.isActive, true)),
        eq(discount_codes.code, code ?? ''),
        inArray(discounts.id, [...ids]),
      ),
    )
    .orderBy(asc(discounts.id))

/**
 * Counts what the limits of discounts depend on, by their ids. Apart from `selectCandidates`, because planning these
 * counts takes PostgreSQL longer than anything else in a checkout, and most discounts have no limits.
 */
async function countCandidateUses(
  db: Db,
  ids: readonly number[],
  { code, customerId, exceptOrder }: UseQuery,
): Promise<Map<number, Uses>> {
  if (ids.length === 0) return new Map()
  const isOther = ne(orders.id, exceptOrder)
  const byCustomer = eq(orders.customer, customerId ?? 0)
  const rows = await db
    .select({
      id: discounts.id,
      uses: countUses([eq(orders_discounts.discount, discounts.id), isOther]),
      codeUses: countUses([...isOfCode, isOther]),
      customerUses: countUses([eq(orders_discounts.discount, discounts.id), isOther, byCustomer]),
      customerOrders: sql<number>`(select count(*) from ${orders}
        where ${and(isCounted, isOther, byCustomer, isNull(orders.priceDifference_state))})::integer`,
    })
    .from(discounts)
    .leftJoin(discount_codes, joinsCode(code))
    .where(inArray(discounts.id, [...ids]))
  return new Map(rows.map(({ id, ...uses }) => [id, uses]))
}

/**
 * Returns the discounts that apply to this buyer now: the automatic ones and that of the code. Rules about a customer
 * hold for accounts only, so that nobody learns from a code whether an email address has ordered here.
 * @param code as entered, normalized; null for none
 * @param order the one being paid: it doesn't count as a use, and the limits of its discounts are checked even if they
 *   were turned off or their code was deleted
 */
export async function findDiscounts(
  db: Db,
  code: string | null,
  customerId: number | null,
  order: { id: number; discountIds: readonly number[] } = { id: 0, discountIds: [] },
): Promise<{
  discounts: Discount[]
  /** Why the code can't be used; null if it can, and without one. */
  refusal: CodeRefusal | null
  /** Discounts whose limit is reached, including the limit to first orders, or whose code was deleted. */
  usedUp: number[]
}> {
  const rows = await selectCandidates(db, code, order.discountIds)
  const limited = rows.filter(isLimited).map(({ id }) => id)
  const uses = await countCandidateUses(db, limited, { code, customerId, exceptOrder: order.id })
  const now = new Date()
  const judged = rows.map((row) => {
    const counted = { ...row, ...(uses.get(row.id) ?? noUses) }
    const refusal = refusalOf(counted, customerId, now)
    return { row, refusal, isUsedUp: refusal === 'unknown' || reachedLimit(counted) !== null }
  })
  const codeDiscount = judged.find(({ row }) => row.code !== null)
  return {
    discounts: judged
      .filter(({ refusal }) => refusal === null)
      .map(({ row: { percent, amountCents, ...row } }) => ({
        id: row.id,
        name: row.name,
        code: row.code,
        kind: row.kind,
        basisPoints: Math.round((percent ?? 0) * 100),
        amountCents: amountCents ?? 0,
        scope: row.scope,
        productIds: row.productIds,
        categoryIds: row.categoryIds,
        minimumSubtotalCents: row.minimumSubtotalCents,
      })),
    refusal: code === null ? null : codeDiscount ? codeDiscount.refusal : 'unknown',
    usedUp: judged.filter(({ isUsedUp }) => isUsedUp).map(({ row }) => row.id),
  }
}

/**
 * Locks discounts until the transaction ends, so that two payments or payment links at the same time can't both be the
 * last one a limit allows. An order that it is about is locked before them, or written after.
 */
export async function lockDiscounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx
    .select({ id: discounts.id })
    .from(discounts)
    .where(inArray(discounts.id, [...ids]))
    .orderBy(discounts.id)
    .for('update')
}

/** Whether any discount without a code runs now. */
export async function hasAutomaticDiscounts({ db }: Pick<Payload, 'db'>): Promise<boolean> {
  const isRunning = sql`${discounts.isActive} and ${discounts.startsAt} <= now()
    and coalesce(${discounts.endsAt} > now(), true)`
  return (await db.drizzle.$count(discounts, and(discounts.isAutomatic, isRunning))) > 0
}

const hasEnded = sql`coalesce(${discounts.endsAt} <= now(), false)`
const state = sql<
  AdminDiscount['state']
>`case when ${hasEnded} then 'ended' when not ${discounts.isActive} then 'off'
  when ${discounts.startsAt} > now() then 'scheduled' else 'running' end`

const uses = usesOfDiscount.as('uses')

const selectDiscounts = (db: Db) =>
  db
    .select({
      ...ruleColumns,
      state,
      isActive: discounts.isActive,
      isAutomatic: discounts.isAutomatic,
      firstOrderOnly: discounts.firstOrderOnly,
      maxUses: discounts.maxUses,
      maxUsesPerCustomer: discounts.maxUsesPerCustomer,
      startsAt: discounts.startsAt,
      endsAt: discounts.endsAt,
      updatedAt: discounts.updatedAt,
      codes: sql<number>`(select count(*) from ${discount_codes} one where one.discount_id = ${discounts.id})::integer`,
      firstCode: discount_codes.code,
      uses,
    })
    .from(discounts)
    // Drizzle names the tables of columns only in joined queries, and the subqueries need the names.
    .leftJoin(
      discount_codes,
      sql`${discount_codes.id} = (select min(one.id) from ${discount_codes} one where one.discount_id = ${discounts.id})`,
    )

type DiscountRow = Awaited<ReturnType<typeof selectDiscounts>>[number]

const toAdminDiscount = ({
  amountCents,
  minimumSubtotalCents,
  ...row
}: DiscountRow): AdminDiscount => ({
  ...row,
  amount: amountCents === null ? null : dollarsFromCents(amountCents),
  minimumSubtotal: dollarsFromCents(minimumSubtotalCents),
  startsAt: toIsoDate(row.startsAt),
  endsAt: toIsoDate(row.endsAt),
  updatedAt: toIsoDate(row.updatedAt),
})

const name = sql`lower(${discounts.name})`
/** A discount without an end ends last. */
const discountOrders = {
  newest: [desc(discounts.id)],
  name: [asc(name), asc(discounts.id)],
  'name-z': [desc(name), desc(discounts.id)],
  'uses-high': [desc(uses), desc(discounts.id)],
  'uses-low': [asc(uses), asc(discounts.id)],
  starts: [asc(discounts.startsAt), asc(discounts.id)],
  'starts-late': [desc(discounts.startsAt), desc(discounts.id)],
  ends: [sql`${discounts.endsAt} asc nulls last`, asc(discounts.id)],
  'ends-late': [sql`${discounts.endsAt} desc nulls first`, desc(discounts.id)],
} satisfies Record<DiscountListQuery['sort'], (SQL | SQL.Aliased)[]>

/** Returns one page of the discounts. Its days are those on which they start. */
export function listDiscounts(
  { db: { drizzle } }: Pick<Payload, 'db'>,
  { search, sort, ...query }: DiscountListQuery,
) {
  const withCode = (term: string) =>
    drizzle
      .select({ id: discount_codes.discount })
      .from(discount_codes)
      .where(matchesSearch(sql`${discount_codes.code}`, term))
  const condition = and(
    query.state ? eq(state, query.state) : undefined,
    isOnDays(discounts.startsAt, query),
    ...splitTerms(search).map((term) =>
      or(matchesSearch(sql`${discounts.name}`, term), inArray(discounts.id, withCode(term))),
    ),
  )
  return pagedRows(
    query,
    selectDiscounts(drizzle)
      .where(condition)
      .orderBy(...discountOrders[sort])
      .limit(query.limit)
      .offset(offsetOf(query))
      .then((rows) => rows.map(toAdminDiscount)),
    drizzle.$count(discounts, condition),
  )
}

/** Returns one discount, or null if there is none. */
export async function getDiscount(db: Db, id: number): Promise<AdminDiscount | null> {
  const [row] = await selectDiscounts(db).where(eq(discounts.id, id))
  return row ? toAdminDiscount(row) : null
}

/** Counts the discounts that apply now. */
export function countRunningDiscounts({ db }: Pick<Payload, 'db'>): Promise<number> {
  return db.drizzle.$count(discounts, eq(state, 'running'))
}

/** Returns the products a discount is limited to. */
export async function listDiscountedProducts(
  db: Db,
  discountId: number,
): Promise<{ id: number; name: string }[]> {
  return db
    .select({ id: products.id, name: products.name })
    .from(discounts_rels)
    .innerJoin(products, eq(products.id, discounts_rels.productsID))
    .where(and(eq(discounts_rels.parent, discountId), eq(discounts_rels.path, 'products')))
    .orderBy(asc(discounts_rels.order))
}

/** Returns the names of the discounts that are limited to this category, and maybe others, and haven't ended. */
export async function listDiscountsOfCategory(db: Db, categoryId: number): Promise<string[]> {
  const rows = await db
    .select({ name: discounts.name })
    .from(discounts_rels)
    .innerJoin(discounts, eq(discounts.id, discounts_rels.parent))
    .where(
      and(
        eq(discounts_rels.categoriesID, categoryId),
        eq(discounts_rels.path, 'categories'),
        not(hasEnded),
      ),
    )
    .orderBy(asc(name), asc(discounts.id))
  return rows.map((row) => row.name)
}

/** Returns the codes of a discount in the order they were created. */
export async function listDiscountCodes(
  db: Db,
  discountId: number,
  limit: number,
): Promise<AdminDiscountCode[]> {
  const rows = await db
    .select({
      id: discount_codes.id,
      code: discount_codes.code,
      maxUses: discount_codes.maxUses,
      uses: usesOfCode,
      createdAt: discount_codes.createdAt,
    })
    .from(discount_codes)
    .innerJoin(discounts, eq(discounts.id, discount_codes.discount))
    .where(eq(discounts.id, discountId))
    .orderBy(asc(discount_codes.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, createdAt: toIsoDate(row.createdAt) }))
}

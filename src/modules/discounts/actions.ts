import { randomInt } from 'node:crypto'

import { and, eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import type { DiscountInput, NewCodesInput, NewDiscountInput } from '@/modules/discounts/schemas'
import { codeLimits } from '@/modules/discounts/schemas'
import { discount_codes, discounts, orders_discounts } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { audit } from '@/platform/audit'
import { AppError, notFound } from '@/platform/errors'
import { centsFromDollars } from '@/platform/money'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

/** No letters and digits that look alike. 31 to the power of 10 is 8 × 10^14. */
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const randomCode = (prefix: string): string =>
  `${prefix ? `${prefix}-` : ''}${Array.from({ length: 10 }, () => codeLetters[randomInt(codeLetters.length)]).join('')}`

const toStored = ({
  amount,
  minimumSubtotal,
  productIds,
  categoryIds,
  startsAt,
  ...rest
}: DiscountInput) => ({
  ...rest,
  percent: rest.kind === 'percent' ? rest.percent : null,
  amountCents: rest.kind === 'amount' && amount !== null ? centsFromDollars(amount) : null,
  minimumSubtotalCents: centsFromDollars(minimumSubtotal),
  products: rest.scope === 'products' ? productIds : [],
  categories: rest.scope === 'categories' ? categoryIds : [],
  startsAt: startsAt ?? new Date().toISOString(),
})

const codeIsTaken = (): AppError =>
  new AppError('invalid', 'This code is already in use.', {
    fields: { code: 'This code is already in use.' },
  })

async function insertCodes(
  tx: Tx,
  discountId: number,
  codes: readonly string[],
  maxUses: number | null,
): Promise<string[]> {
  const rows = await tx
    .insert(discount_codes)
    .values(codes.map((code) => ({ code, discount: discountId, maxUses })))
    .onConflictDoNothing({ target: discount_codes.code })
    .returning({ code: discount_codes.code })
  return rows.map(({ code }) => code)
}

/** Creates a discount with its first code, if any. @throws AppError invalid (the code is taken, or an id is unknown) */
export function createDiscount(
  payload: Payload,
  user: User,
  { code, ...input }: NewDiscountInput,
): Promise<number> {
  return withTransaction(payload, async (req, tx) => {
    const { id } = await payload.create({
      collection: 'discounts',
      depth: 0,
      req: { ...req, user },
      data: toStored(input),
    })
    if (code !== null && (await insertCodes(tx, id, [code], null)).length === 0) throw codeIsTaken()
    return id
  })
}

const lockDiscount = async (tx: Tx, id: number) => {
  const [row] = await tx
    .select({ updatedAt: discounts.updatedAt, isAutomatic: discounts.isAutomatic })
    .from(discounts)
    .where(eq(discounts.id, id))
    .for('update')
  if (!row) throw notFound('This discount')
  return row
}

/** @throws AppError not_found; whatever `assertUnchanged` throws */
export function updateDiscount(
  payload: Payload,
  user: User,
  id: number,
  input: DiscountInput,
  assertUnchanged: (updatedAt: string) => void,
): Promise<void> {
  return withTransaction(payload, async (req: TxRequest, tx) => {
    const { updatedAt } = await lockDiscount(tx, id)
    assertUnchanged(new Date(updatedAt).toISOString())
    await payload.update({
      collection: 'discounts',
      id,
      depth: 0,
      req: { ...req, user },
      data: toStored(input),
    })
  })
}

/** Adds one code, or a number of random ones. Returns them. @throws AppError not_found, invalid, conflict (too many codes) */
export function addDiscountCodes(
  payload: Payload,
  user: User,
  id: number,
  input: NewCodesInput,
): Promise<string[]> {
  return withTransaction(payload, async (_, tx) => {
    const { isAutomatic } = await lockDiscount(tx, id)
    if (isAutomatic) throw new AppError('conflict', 'Automatic discounts don’t have codes.')
    const wanted = 'code' in input ? 1 : input.count
    if (
      (await tx.$count(discount_codes, eq(discount_codes.discount, id))) + wanted >
      codeLimits.perDiscount
    )
      throw new AppError(
        'conflict',
        `A discount can have ${codeLimits.perDiscount.toLocaleString('en-US')} codes.`,
      )
    const codes =
      'code' in input
        ? await insertCodes(tx, id, [input.code], input.maxUses)
        : await insertCodes(
            tx,
            id,
            Array.from({ length: wanted }, () => randomCode(input.prefix)),
            input.maxUses,
          )
    if (codes.length < wanted) throw codeIsTaken()
    await audit(tx, user, {
      action: 'discount.codes_added',
      subjectType: 'discount',
      subjectId: id,
      details: { count: codes.length },
    })
    return codes
  })
}

/** Deletes a code. Orders that used it keep it. @throws AppError not_found */
export function deleteDiscountCode(
  payload: Payload,
  user: User,
  id: number,
  codeId: number,
): Promise<void> {
  return withTransaction(payload, async (_, tx) => {
    const [code] = await tx
      .delete(discount_codes)
      .where(and(eq(discount_codes.id, codeId), eq(discount_codes.discount, id)))
      .returning({ code: discount_codes.code })
    if (!code) throw notFound('This code')
    await audit(tx, user, {
      action: 'discount.code_deleted',
      subjectType: 'discount',
      subjectId: id,
      details: { code: code.code },
    })
  })
}

/** Deletes a discount that no order used, with its codes. @throws AppError not_found, conflict (it was used: turn it off instead) */
export function deleteDiscount(payload: Payload, user: User, id: number): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    await lockDiscount(tx, id)
    if ((await tx.$count(orders_discounts, eq(orders_discounts.discount, id))) > 0)
      throw new AppError(
        'conflict',
        'Orders have used this discount, so it can’t be deleted. Turn it off instead.',
      )
    await tx.delete(discount_codes).where(eq(discount_codes.discount, id))
    await payload.delete({ collection: 'discounts', id, depth: 0, req: { ...req, user } })
  })
}

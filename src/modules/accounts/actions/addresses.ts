import { and, desc, eq, ne, notExists, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload, PayloadRequest } from 'payload'

import { maxAddresses, type SavedAddressInput } from '@/modules/accounts/schemas/profile'
import { addresses } from '@/payload-generated-schema'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

type SignedInUser = NonNullable<PayloadRequest['user']>
type Context = { payload: Payload; user: SignedInUser; req: TxRequest; tx: Tx }

/**
 * Runs a change of a user's addresses, one at a time for each user. Afterwards exactly one address
 * is the default if there is any.
 */
function changeAddresses(
  payload: Payload,
  user: SignedInUser,
  change: (context: Context) => Promise<void>,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    // Advisory lock: there may be no address row to lock yet.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('addresses'), ${user.id})`)
    await change({ payload, user, req, tx })
    const newest = tx
      .select({ id: addresses.id })
      .from(addresses)
      .where(eq(addresses.user, user.id))
      .orderBy(desc(addresses.createdAt), desc(addresses.id))
      .limit(1)
    const currentDefault = tx
      .select({ id: addresses.id })
      .from(addresses)
      .where(and(eq(addresses.user, user.id), eq(addresses.isDefault, true)))
    await tx
      .update(addresses)
      .set({ isDefault: true })
      .where(and(eq(addresses.id, newest), notExists(currentDefault)))
  })
}

/** @throws AppError not_found, also for an address of another user */
async function assertOwnAddress({ payload, user, req }: Context, id: number): Promise<void> {
  const { totalDocs } = await payload.count({
    collection: 'addresses',
    where: { id: { equals: id }, user: { equals: user.id } },
    overrideAccess: false,
    user,
    req,
  })
  if (totalDocs === 0) throw notFound('This address')
}

async function makeDefault({ user, tx }: Context, id: number): Promise<void> {
  // Cleared first: a unique index allows one default for each user.
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.user, user.id), eq(addresses.isDefault, true), ne(addresses.id, id)))
  await tx
    .update(addresses)
    .set({ isDefault: true, updatedAt: sql`now()` })
    .where(eq(addresses.id, id))
}

const toFields = ({ label, address2, phone, isDefault: _, ...fields }: SavedAddressInput) => ({
  ...fields,
  label: label ?? null,
  address2: address2 ?? null,
  phone: phone ?? null,
})

/** @throws AppError conflict if the user has too many addresses */
export function createAddress(
  payload: Payload,
  user: SignedInUser,
  input: SavedAddressInput,
): Promise<void> {
  return changeAddresses(payload, user, async (context) => {
    const count = await context.tx.$count(addresses, eq(addresses.user, user.id))
    if (count >= maxAddresses)
      throw new AppError(
        'conflict',
        `You can keep ${maxAddresses} addresses. Please delete one first.`,
      )
    const { id } = await payload.create({
      collection: 'addresses',
      data: { ...toFields(input), user: user.id, isDefault: false },
      depth: 0,
      req: context.req,
    })
    if (input.isDefault) await makeDefault(context, id)
  })
}

/**
 * Replaces an address. `isDefault: false` does not take the default away.
 * @throws AppError not_found
 */
export function updateAddress(
  payload: Payload,
  user: SignedInUser,
  id: number,
  input: SavedAddressInput,
): Promise<void> {
  return changeAddresses(payload, user, async (context) => {
    await assertOwnAddress(context, id)
    await payload.update({
      collection: 'addresses',
      id,
      data: toFields(input),
      depth: 0,
      req: context.req,
    })
    if (input.isDefault) await makeDefault(context, id)
  })
}

/** @throws AppError not_found */
export function setDefaultAddress(payload: Payload, user: SignedInUser, id: number): Promise<void> {
  return changeAddresses(payload, user, async (context) => {
    await assertOwnAddress(context, id)
    await makeDefault(context, id)
  })
}

/** Deletes an address; the newest of the others becomes the default if it was. @throws AppError not_found */
export function deleteAddress(payload: Payload, user: SignedInUser, id: number): Promise<void> {
  return changeAddresses(payload, user, async (context) => {
    await assertOwnAddress(context, id)
    await payload.delete({ collection: 'addresses', id, depth: 0, req: context.req })
  })
}

import { and, desc, eq, ne, notExists, sql } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { maxAddresses, type SavedAddressInput } from '@/modules/accounts/schemas/profile'
import { addresses } from '@/payload-generated-schema'
import type { User } from '@/payload-types'
import { AppError, notFound } from '@/platform/errors'
import { lockName, type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

const isAddressOf = (user: User) => eq(addresses.user, user.id)
const isCurrentDefault = eq(addresses.isDefault, true)

/**
 * Runs a change of a user's addresses, one at a time for each user. Afterwards exactly one address
 * is the default if there is any.
 * @param id the address to change, which must belong to the user
 * @throws AppError not_found, also for an address of another user
 */
function changeAddresses(
  payload: Payload,
  user: User,
  id: number | undefined,
  change: (req: TxRequest, tx: Tx) => Promise<unknown>,
): Promise<void> {
  return withTransaction(payload, async (req, tx) => {
    await lockName(tx, `addresses ${user.id}`)
    if (id !== undefined) {
      const where = { id: { equals: id }, user: { equals: user.id } }
      const { totalDocs } = await payload.count({
        collection: 'addresses',
        where,
        overrideAccess: false,
        user,
        req,
      })
      if (totalDocs === 0) throw notFound('This address')
    }
    await change(req, tx)
    const idColumn = { id: addresses.id }
    const newest = tx
      .select(idColumn)
      .from(addresses)
      .where(isAddressOf(user))
      .orderBy(desc(addresses.createdAt), desc(addresses.id))
      .limit(1)
    const current = tx
      .select(idColumn)
      .from(addresses)
      .where(and(isAddressOf(user), isCurrentDefault))
    await tx
      .update(addresses)
      .set({ isDefault: true })
      .where(and(eq(addresses.id, newest), notExists(current)))
  })
}

async function makeDefault(tx: Tx, user: User, id: number): Promise<void> {
  // Cleared first: a unique index allows one default for each user.
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(isAddressOf(user), isCurrentDefault, ne(addresses.id, id)))
  await tx
    .update(addresses)
    .set({ isDefault: true, updatedAt: sql`now()` })
    .where(eq(addresses.id, id))
}

/**
 * Creates an address, or replaces the one with this id. `isDefault: false` leaves the default as it
 * is.
 * @throws AppError not_found, conflict if the user has too many addresses
 */
export function saveAddress(
  payload: Payload,
  user: User,
  { isDefault, ...input }: SavedAddressInput,
  id?: number,
): Promise<void> {
  return changeAddresses(payload, user, id, async (req, tx) => {
    const data = {
      ...input,
      label: input.label ?? null,
      address2: input.address2 ?? null,
      phone: input.phone ?? null,
    }
    const options = { collection: 'addresses', depth: 0, overrideAccess: false, user, req } as const
    if (id === undefined && (await tx.$count(addresses, isAddressOf(user))) >= maxAddresses)
      throw new AppError(
        'conflict',
        `You can save up to ${maxAddresses} addresses. Delete one first.`,
      )
    const saved = await (id === undefined
      ? payload.create({ ...options, data: { ...data, user: user.id, isDefault: false } })
      : payload.update({ ...options, id, data }))
    if (isDefault) await makeDefault(tx, user, saved.id)
  })
}

/** @throws AppError not_found */
export function setDefaultAddress(payload: Payload, user: User, id: number): Promise<void> {
  return changeAddresses(payload, user, id, (_, tx) => makeDefault(tx, user, id))
}

/** If it was the default, the newest of the others becomes it. @throws AppError not_found */
export function deleteAddress(payload: Payload, user: User, id: number): Promise<void> {
  return changeAddresses(payload, user, id, (req) =>
    payload.delete({ collection: 'addresses', id, depth: 0, overrideAccess: false, user, req }),
  )
}

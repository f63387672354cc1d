import { sql } from '@payloadcms/db-postgres'
import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { requireUser } from '@/endpoints/http/current-user'
import { type AddressView, listAddresses } from '@/modules/accounts/queries/list-addresses'
import {
  addressResponse,
  maxAddresses,
  type SavedAddressInput,
  savedAddressSchema,
} from '@/modules/accounts/schemas/profile'
import { AppError, notFound } from '@/platform/errors'
import { type Tx, withTransaction } from '@/platform/transaction'

const limit = { points: 60, seconds: 600 }
const answer = z.array(addressResponse)

/**
 * Changes of one person's addresses, one after the other: exactly one is the default as long as there is any.
 * Answers the whole list as it is then.
 */
const change = async (
  req: PayloadRequest,
  work: (tx: Tx, userId: number) => Promise<void>,
): Promise<AddressView[]> => {
  const { id } = requireUser(req)
  await withTransaction(req.payload, async (_, tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('addresses'), ${id})`)
    await work(tx, id)
    await tx.execute(sql`
      update addresses set is_default = true
      where id = (select id from addresses where user_id = ${id} order by created_at desc, id desc limit 1)
        and not exists (select from addresses where user_id = ${id} and is_default)`)
  })
  return listAddresses(req.payload, id)
}

const makeDefault = async (tx: Tx, userId: number, id: number): Promise<void> => {
  await tx.execute(
    sql`update addresses set is_default = false where user_id = ${userId} and is_default and id <> ${id}`,
  )
  const { rows } = await tx.execute(
    sql`update addresses set is_default = true, updated_at = now() where user_id = ${userId} and id = ${id} returning id`,
  )
  if (rows.length === 0) throw notFound('This address')
}

const add = async (tx: Tx, userId: number, to: SavedAddressInput): Promise<number> => {
  const {
    rows: [{ count } = { count: 0 }],
  } = await tx.execute(
    sql`select count(*)::integer as count from addresses where user_id = ${userId}`,
  )
  if (Number(count) >= maxAddresses)
    throw new AppError(
      'conflict',
      `You can keep ${maxAddresses} addresses. Please delete one first.`,
    )
  const {
    rows: [row],
  } = await tx.execute(sql`
    insert into addresses (user_id, label, first_name, last_name, address1, address2, city, state_code, zip, country_code, phone, is_default)
    values (${userId}, ${to.label ?? null}, ${to.firstName}, ${to.lastName}, ${to.address1}, ${to.address2 ?? null}, ${to.city}, ${to.stateCode}, ${to.zip},
      ${to.countryCode}, ${to.phone ?? null}, false) returning id`)
  return Number(row?.id)
}

const edit = async (tx: Tx, userId: number, id: number, to: SavedAddressInput): Promise<void> => {
  const { rows } = await tx.execute(sql`
    update addresses set label = ${to.label ?? null}, first_name = ${to.firstName}, last_name = ${to.lastName}, address1 = ${to.address1},
      address2 = ${to.address2 ?? null}, city = ${to.city}, state_code = ${to.stateCode}, zip = ${to.zip}, country_code = ${to.countryCode},
      phone = ${to.phone ?? null}, updated_at = now()
    where user_id = ${userId} and id = ${id} returning id`)
  if (rows.length === 0) throw notFound('This address')
}

export const addressEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/account/addresses',
    summary: 'Your addresses, the default first',
    signedIn: true,
    answer,
    limit: { points: 240, seconds: 600 },
    handle: (req) => listAddresses(req.payload, requireUser(req).id),
  }),
  endpoint({
    method: 'post',
    path: '/api/account/addresses',
    summary: 'Keep an address',
    signedIn: true,
    body: savedAddressSchema,
    answer,
    limit,
    handle: (req, { body }) =>
      change(req, async (tx, userId) => {
        const id = await add(tx, userId, body)
        if (body.isDefault) await makeDefault(tx, userId, id)
      }),
  }),
  endpoint({
    method: 'put',
    path: '/api/account/addresses/:id',
    summary: 'Change an address',
    signedIn: true,
    params: idParams,
    body: savedAddressSchema,
    answer,
    limit,
    handle: (req, { params, body }) =>
      change(req, async (tx, userId) => {
        await edit(tx, userId, params.id, body)
        if (body.isDefault) await makeDefault(tx, userId, params.id)
      }),
  }),
  endpoint({
    method: 'put',
    path: '/api/account/addresses/:id/default',
    summary: 'Make an address the default',
    signedIn: true,
    params: idParams,
    answer,
    limit,
    handle: (req, { params }) => change(req, (tx, userId) => makeDefault(tx, userId, params.id)),
  }),
  endpoint({
    method: 'delete',
    path: '/api/account/addresses/:id',
    summary: 'Delete an address',
    signedIn: true,
    params: idParams,
    answer,
    limit,
    handle: (req, { params }) =>
      change(req, async (tx, userId) => {
        const { rows } = await tx.execute(
          sql`delete from addresses where user_id = ${userId} and id = ${params.id} returning id`,
        )
        if (rows.length === 0) throw notFound('This address')
      }),
  }),
]

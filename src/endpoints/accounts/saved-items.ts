import { sql } from '@payloadcms/db-postgres'
import type { PayloadRequest } from 'payload'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { requireUser } from '@/endpoints/http/current-user'
import { getSavedCards, getSavedIds } from '@/modules/accounts/queries/saved-items'
import {
  maxSavedItems,
  mergeSavedSchema,
  savedCardsResponse,
  savedCardsSchema,
  savedItemsResponse,
} from '@/modules/accounts/schemas/profile'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

const limit = { points: 240, seconds: 600 }

/** What can be kept, and the column that remembers it. Drafts and pieces that left the shop cannot be found here. */
const kinds = {
  products: {
    column: sql.raw('product_id'),
    known: sql`select id from products where is_active`,
    name: 'This piece',
  },
  content: {
    column: sql.raw('content_id'),
    known: sql`select id from content where status = 'published'`,
    name: 'This piece',
  },
} as const
type Kind = keyof typeof kinds
const kindNames = Object.keys(kinds) as Kind[]

type Db = Pick<PayloadRequest['payload']['db']['drizzle'], 'execute'>

/** Adds those of `ids` that exist, as far as there is room; what is kept already stays as it is. */
const add = (db: Db, userId: number, kind: Kind, ids: readonly number[]) => {
  const { column, known } = kinds[kind]
  return db.execute(sql`
    insert into saved_items (user_id, ${column})
    select ${userId}, asked.id from json_array_elements_text(${JSON.stringify(ids)}::json) with ordinality as listed(text, place)
      cross join lateral (select listed.text::integer as id) asked
    where asked.id in (${known})
      and not exists (select from saved_items s where s.user_id = ${userId} and s.${column} = asked.id)
    order by listed.place desc
    limit greatest(0, ${maxSavedItems} - (select count(*) from saved_items s where s.user_id = ${userId} and s.${column} is not null))
    on conflict do nothing`)
}

const isKept = async (db: Db, userId: number, kind: Kind, id: number): Promise<boolean> =>
  (
    await db.execute(
      sql`select from saved_items where user_id = ${userId} and ${kinds[kind].column} = ${id}`,
    )
  ).rows.length > 0

const exists = async (db: Db, kind: Kind, id: number): Promise<boolean> =>
  (await db.execute(sql`select from (${kinds[kind].known}) known where id = ${id}`)).rows.length > 0

export const savedItemEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/saved',
    summary: 'Cards of what a device keeps, for people who are not signed in',
    body: savedCardsSchema,
    answer: savedCardsResponse,
    limit: { points: 60, seconds: 60 },
    handle: (req, { body }) => getSavedCards(req.payload, body),
  }),

  endpoint({
    method: 'get',
    path: '/api/account/saved',
    summary: 'What you keep: ids of products and of pieces to read',
    signedIn: true,
    answer: savedItemsResponse,
    limit,
    handle: (req) => getSavedIds(req.payload, requireUser(req).id),
  }),

  endpoint({
    method: 'post',
    path: '/api/account/saved/merge',
    summary: 'Take over what a device has kept',
    signedIn: true,
    body: mergeSavedSchema,
    answer: savedItemsResponse,
    limit: { points: 60, seconds: 600 },
    handle: async (req, { body }) => {
      const { id } = requireUser(req)
      await withTransaction(req.payload, async (_, tx) => {
        for (const kind of kindNames) if (body[kind].length > 0) await add(tx, id, kind, body[kind])
      })
      return getSavedIds(req.payload, id)
    },
  }),

  ...kindNames.flatMap((kind) => [
    endpoint({
      method: 'put',
      path: `/api/account/saved/${kind}/:id`,
      summary: kind === 'products' ? 'Keep a product' : 'Keep a piece to read',
      signedIn: true,
      params: idParams,
      answer: savedItemsResponse,
      limit,
      handle: async (req, { params }) => {
        const person = requireUser(req)
        const db = req.payload.db.drizzle
        if (!(await exists(db, kind, params.id))) throw notFound(kinds[kind].name)
        await add(db, person.id, kind, [params.id])
        if (!(await isKept(db, person.id, kind, params.id)))
          throw new AppError(
            'conflict',
            `A list holds ${maxSavedItems} pieces. Please take something off it first.`,
          )
        return getSavedIds(req.payload, person.id)
      },
    }),
    endpoint({
      method: 'delete',
      path: `/api/account/saved/${kind}/:id`,
      summary:
        kind === 'products' ? 'Take a product off your list' : 'Take a piece to read off your list',
      signedIn: true,
      params: idParams,
      answer: savedItemsResponse,
      limit,
      handle: async (req, { params }) => {
        const person = requireUser(req)
        await req.payload.db.drizzle.execute(
          sql`delete from saved_items where user_id = ${person.id} and ${kinds[kind].column} = ${params.id}`,
        )
        return getSavedIds(req.payload, person.id)
      },
    }),
  ]),
]

import { endpoint, idParams } from '@/endpoints/endpoint'
import { removeSavedItem, savedItemKinds, saveItems } from '@/modules/accounts/actions/save-items'
import { getSavedCards, getSavedIds } from '@/modules/accounts/queries/saved-items'
import {
  maxSavedItems,
  mergeSavedSchema,
  savedCardsResponse,
  savedCardsSchema,
  savedItemsResponse,
} from '@/modules/accounts/schemas/profile'
import { absoluteMediaUrl } from '@/modules/media/queries/picture-url'
import { AppError, notFound } from '@/platform/errors'
import { withTransaction } from '@/platform/transaction'

/** Pictures have a common URL, to which callers add a width and a format. */
function withPictureUrl<Card extends { picture: { base: string } | null }>(card: Card): Card {
  return card.picture
    ? { ...card, picture: { ...card.picture, base: absoluteMediaUrl(card.picture.base) } }
    : card
}

const limit = { points: 240, seconds: 600 }
/** What the calls for one saved item share. */
const savedItem = { signedIn: true, params: idParams, response: savedItemsResponse, limit } as const

export const savedItemEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/saved',
    summary: 'Get item cards for a device’s saved items',
    body: savedCardsSchema,
    response: savedCardsResponse,
    limit: { points: 60, seconds: 60 },
    handle: async (req, { body }) => {
      const { products, content } = await getSavedCards(req.payload, body)
      return { products: products.map(withPictureUrl), content: content.map(withPictureUrl) }
    },
  }),

  endpoint({
    method: 'get',
    path: '/api/account/saved',
    summary: 'List your saved product and article ids',
    signedIn: true,
    response: savedItemsResponse,
    limit,
    handle: (req) => getSavedIds(req.payload, req.user.id),
  }),

  endpoint({
    method: 'post',
    path: '/api/account/saved/merge',
    summary: 'Merge a device’s saved items into your account',
    signedIn: true,
    body: mergeSavedSchema,
    response: savedItemsResponse,
    limit: { points: 60, seconds: 600 },
    handle: async (req, { body }) => {
      const { id } = req.user
      await withTransaction(req.payload, async (_, tx) => {
        for (const kind of savedItemKinds)
          if (body[kind].length > 0) await saveItems(tx, id, kind, body[kind])
      })
      return getSavedIds(req.payload, id)
    },
  }),

  ...savedItemKinds.flatMap((kind) => [
    endpoint({
      method: 'put',
      path: `/api/account/saved/${kind}/:id`,
      summary: kind === 'products' ? 'Save a product' : 'Save an article',
      ...savedItem,
      handle: async (req, { params }) => {
        const { user } = req
        const { visible, leftOut } = await saveItems(req.payload.db.drizzle, user.id, kind, [
          params.id,
        ])
        if (visible === 0) throw notFound(kind === 'products' ? 'This product' : 'This article')
        if (leftOut > 0)
          throw new AppError(
            'conflict',
            `You can save up to ${maxSavedItems} items. Remove one first.`,
          )
        return getSavedIds(req.payload, user.id)
      },
    }),
    endpoint({
      method: 'delete',
      path: `/api/account/saved/${kind}/:id`,
      summary: kind === 'products' ? 'Remove a saved product' : 'Remove a saved article',
      ...savedItem,
      handle: async (req, { params }) => {
        await removeSavedItem(req.payload.db.drizzle, req.user.id, kind, params.id)
        return getSavedIds(req.payload, req.user.id)
      },
    }),
  ]),
]

import { z } from 'zod'
import { notFound } from '../errors'
import { getContentRecord } from '../queries/content-records'
import { listContentRecords } from '../queries/list-content'
import { contentAnswer, contentListQuery, slugParams, viewAnswer } from '../schemas/content'
import { countView } from '../workflows/count-view'
import { pageHeaders } from './page-headers'
import { endpoint, idParams } from './endpoint'
import { publicAnswer } from './public-answer'
import { isFirstView } from './first-view'

const limit = { points: 600, seconds: 60 }

export const contentEndpoints = [
  endpoint({
    method: 'get', path: '/api/content', summary: 'Published pieces to read', query: contentListQuery, answer: z.array(contentAnswer), limit,
    handle: async (req, { query }) => {
      const list = await listContentRecords(req.payload, query)
      return publicAnswer(req, list.pieces, pageHeaders(req, list))
    },
  }),
  endpoint({
    method: 'get', path: '/api/content/:slug', summary: 'One published piece, whatever its kind', params: slugParams, query: z.strictObject({}), answer: contentAnswer, limit,
    handle: async (req, { params }) => {
      const piece = await getContentRecord(req.payload, params.slug)
      if (!piece) throw notFound('This piece')
      return publicAnswer(req, piece)
    },
  }),
  endpoint({
    method: 'get', path: '/api/content/slug/:slug', summary: 'One published reflection', params: slugParams, query: z.strictObject({}), answer: contentAnswer, limit,
    handle: async (req, { params }) => {
      const piece = await getContentRecord(req.payload, params.slug)
      if (piece?.contentType !== 'reflection') throw notFound('This reflection')
      return publicAnswer(req, piece)
    },
  }),
  endpoint({
    method: 'put', path: '/api/content/:id/view', summary: 'Tell that a piece was opened; a reader counts once in six hours',
    params: idParams, body: z.strictObject({}), bodyOptional: true, answer: viewAnswer, limit: { points: 120, seconds: 60 },
    handle: async (req, { params }) => {
      const viewCount = await countView(req.payload, params.id, () => isFirstView(req, params.id))
      if (viewCount === null) throw notFound('This piece')
      return { viewCount }
    },
  }),
]

import { z } from 'zod'

import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import { paginationHeaders } from '@/endpoints/http/pagination-headers'
import { publicEndpoint } from '@/endpoints/public-endpoint'
import { countView } from '@/modules/content/actions/count-view'
import { getContentRecord } from '@/modules/content/queries/content-response'
import { listContentRecords } from '@/modules/content/queries/list-content'
import {
  contentListQuery,
  contentResponse,
  slugParams,
  viewResponse,
} from '@/modules/content/schemas'
import { notFound } from '@/platform/errors'

import { isFirstView } from './first-view'

const limit = { points: 600, seconds: 60 }

export const contentEndpoints = [
  publicEndpoint({
    method: 'get',
    path: '/api/content',
    summary: 'List published content',
    query: contentListQuery,
    response: z.array(contentResponse),
    limit,
    handle: async (req, { query }) => {
      const list = await listContentRecords(req.payload, query)
      return { value: list.articles, headers: paginationHeaders(req, list) }
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/api/content/:slug',
    summary: 'Get a published article of any type',
    params: slugParams,
    query: z.strictObject({}),
    response: contentResponse,
    limit,
    handle: async (req, { params }) => {
      const record = await getContentRecord(req.payload, params.slug)
      if (!record) throw notFound('This article')
      return { value: record }
    },
  }),
  publicEndpoint({
    method: 'get',
    path: '/api/content/slug/:slug',
    summary: 'Get a published reflection',
    params: slugParams,
    query: z.strictObject({}),
    response: contentResponse,
    limit,
    handle: async (req, { params }) => {
      const record = await getContentRecord(req.payload, params.slug)
      if (record?.contentType !== 'reflection') throw notFound('This reflection')
      return { value: record }
    },
  }),
  endpoint({
    method: 'put',
    path: '/api/content/:id/view',
    summary: 'Record an article view; each reader counts once every 6 hours',
    params: idParams,
    ...emptyBody,
    response: viewResponse,
    limit: { points: 120, seconds: 60 },
    handle: async (req, { params }) => {
      const viewCount = await countView(req.payload, params.id, () => isFirstView(req, params.id))
      if (viewCount === null) throw notFound('This article')
      return { viewCount }
    },
  }),
]

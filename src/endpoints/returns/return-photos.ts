import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import { consumeRateLimit } from '@/endpoints/http/rate-limit'
import { createUploadQueue, readUpload } from '@/endpoints/media/read-upload'
import { changeableOrder } from '@/endpoints/orders/customer-orders'
import { customerOrderParams } from '@/modules/orders/schemas/customer-orders'
import { assertPhotosAllowed, saveReturnPhoto } from '@/modules/returns/actions/request-return'
import { readReturnPhoto } from '@/modules/returns/queries/return-photos'
import { maxReturnPhotoBytes } from '@/modules/returns/rules'
import { notFound } from '@/platform/errors'
import { orderKeySchema } from '@/platform/schema-fields'

const photoId = z.uuid()
const size = z.enum(['full', 'small']).default('full').describe('`small` fits into 320 pixels.')
/** Of buyers only, so that they never make staff wait. */
const limitUploads = createUploadQueue()
/** A day, so that nobody fills the storage with photos that they never send. */
const uploadsOfOrder = { points: 40, seconds: 24 * 60 * 60 }

/** Private: it may show someone's home. */
const photoResponse = (photo: Buffer | null): Response => {
  if (!photo) throw notFound('This photo')
  return new Response(new Uint8Array(photo), {
    headers: {
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
}

export const returnPhotoEndpoints = [
  endpoint({
    method: 'put',
    path: '/api/orders/:orderNumber/return-photos/:photoId',
    summary: 'Upload a photo for a return, before requesting it; repeating it changes nothing',
    params: customerOrderParams.extend({ photoId }),
    query: z.strictObject({ key: orderKeySchema }),
    multipart: z.strictObject({
      file: z
        .string()
        .meta({ format: 'binary', description: 'A photo (JPEG, PNG, WebP, AVIF) up to 10 MB.' }),
    }),
    response: z.strictObject({ id: photoId }),
    limit: { points: 30, seconds: 600 },
    handle: async (req, { params, query }) => {
      const orderId = await changeableOrder(req, params.orderNumber, query.key)
      // Before the upload is read: otherwise unpaid orders, which anyone can place, could block the upload queue.
      await assertPhotosAllowed(req.payload, orderId)
      await consumeRateLimit(req, 'return-photos', uploadsOfOrder, `order ${orderId}`)
      await limitUploads(async () => {
        const { file } = await readUpload(req, maxReturnPhotoBytes)
        await saveReturnPhoto(orderId, params.photoId, file)
      })
      return { id: params.photoId }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/orders/:orderNumber/return-photos/:photoId',
    summary: 'Get your own photo of a return, as a JPEG',
    params: customerOrderParams.extend({ photoId }),
    query: z.strictObject({ key: orderKeySchema, size }),
    limit: { points: 240, seconds: 600 },
    handle: async (req, { params, query }) => {
      const orderId = await changeableOrder(req, params.orderNumber, query.key)
      return photoResponse(
        await readReturnPhoto(req.payload, { orderId }, params.photoId, query.size),
      )
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/returns/:id/photos/:photoId',
    summary: 'Get a photo of a return, as a JPEG',
    requires: 'orders:read',
    params: idParams.extend({ photoId }),
    query: z.strictObject({ size }),
    handle: async (req, { params, query }) =>
      photoResponse(
        await readReturnPhoto(req.payload, { returnId: params.id }, params.photoId, query.size),
      ),
  }),
]

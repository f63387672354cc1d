import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { emptyBody, endpoint, idParams } from '@/endpoints/endpoint'
import { assertVersion } from '@/endpoints/http/check-version'
import { listResponse } from '@/endpoints/http/pagination-headers'
import { bulkUpdateMedia } from '@/modules/media/actions/bulk-update-media'
import { createMedia } from '@/modules/media/actions/create-media'
import { cropMedia } from '@/modules/media/actions/crop-media'
import { restoreMedia, trashMedia, updateMedia } from '@/modules/media/actions/update-media'
import { getMaxUploadBytes } from '@/modules/media/prepare-upload'
import { getMedia, listMedia } from '@/modules/media/queries/list-media'
import { listMediaUses } from '@/modules/media/queries/media-usage'
import { absoluteMediaUrl } from '@/modules/media/queries/picture-url'
import {
  bulkMediaBody,
  cropMediaBody,
  mediaListQuery,
  type MediaRecord,
  mediaResponse,
  mediaTexts,
  mediaUses,
  mediaWithUses,
  updateMediaBody,
  uploadMediaBody,
} from '@/modules/media/schemas'
import { bulkResponse } from '@/platform/bulk/bulk-schema'
import { toBulkResponse } from '@/platform/bulk/for-each-item'
import { invalidFields, notFound } from '@/platform/errors'

import { createUploadQueue, readUpload } from './read-upload'

const uploadLimit = { points: 120, seconds: 600 }
const limitUploads = createUploadQueue()

const toResponse = (file: MediaRecord): MediaRecord => ({
  ...file,
  filePath: absoluteMediaUrl(file.filePath),
  thumbnail: absoluteMediaUrl(file.thumbnail),
})
const findFile = async ({ payload }: PayloadRequest, id: number): Promise<MediaRecord> => {
  const file = await getMedia(payload, id)
  if (!file) throw notFound('This file')
  return toResponse(file)
}
const usesOf = async ({ payload }: PayloadRequest, id: number) =>
  (await listMediaUses(payload.db, id)).map(({ slug: _, ...use }) => use)

export const adminMediaEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/media',
    summary: 'List media files',
    requires: 'media:write',
    query: mediaListQuery,
    response: z.array(mediaResponse),
    handle: async (req, { query }) => {
      const list = await listMedia(req.payload, query)
      return listResponse(req, { ...list, rows: list.rows.map(toResponse) })
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/media/upload',
    summary: 'Upload a file',
    requires: 'media:write',
    multipart: uploadMediaBody,
    creates: true,
    response: mediaResponse,
    limit: uploadLimit,
    handle: (req) =>
      limitUploads(async () => {
        const { file, fields } = await readUpload(req, await getMaxUploadBytes(req.payload))
        const texts = mediaTexts.safeParse(fields)
        if (!texts.success)
          throw invalidFields(
            Object.fromEntries(
              texts.error.issues.map(({ path, message }) => [path.join('.') || 'form', message]),
            ),
          )
        const { id } = await createMedia(
          req.payload,
          { name: file.name, bytes: file.data },
          { alt: texts.data.altText, caption: texts.data.caption },
          req.user,
        )
        return findFile(req, id)
      }),
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/media/bulk',
    summary:
      'Update several files at once: trash unused ones, restore them, or set the alt text of each',
    requires: 'media:write',
    body: bulkMediaBody,
    response: bulkResponse,
    limit: { points: 30, seconds: 60 },
    handle: async (req, { body }) =>
      toBulkResponse(
        await bulkUpdateMedia(req.payload, req.user, body, (version, updatedAt) =>
          assertVersion(req, version, updatedAt),
        ),
      ),
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/media/:id',
    summary: 'Get a file and where it’s used',
    requires: 'media:write',
    params: idParams,
    response: mediaWithUses,
    handle: async (req, { params }) => ({
      ...(await findFile(req, params.id)),
      uses: await usesOf(req, params.id),
    }),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/media/:id',
    summary: 'Update a file’s alt text, caption, and focal point',
    requires: 'media:write',
    params: idParams,
    body: updateMediaBody,
    response: mediaResponse,
    handle: async (req, { params, body: { version, ...texts } }) => {
      await updateMedia(req.payload, req.user, params.id, texts, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return findFile(req, params.id)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/media/:id/crop',
    summary: 'Crop an image; the rest is deleted',
    requires: 'media:write',
    params: idParams,
    body: cropMediaBody,
    response: mediaResponse,
    limit: uploadLimit,
    handle: async (req, { params, body: { version, ...crop } }) => {
      await cropMedia(req.payload, req.user, params.id, crop, (updatedAt) =>
        assertVersion(req, version, updatedAt),
      )
      return findFile(req, params.id)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/media/:id',
    summary: 'Move a file to the trash; it’s permanently deleted after 30 days',
    requires: 'media:write',
    params: idParams,
    response: z.strictObject({ message: z.string(), uses: mediaUses }),
    handle: async (req, { params }) => {
      const uses = await usesOf(req, params.id)
      await trashMedia(req.payload, req.user, params.id)
      return { message: 'Media deleted', uses }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/media/:id/restore',
    summary: 'Restore a file from the trash',
    requires: 'media:write',
    params: idParams,
    ...emptyBody,
    response: mediaResponse,
    handle: async (req, { params }) => {
      await restoreMedia(req.payload, req.user, params.id)
      return findFile(req, params.id)
    },
  }),
]

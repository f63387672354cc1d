import { Hono } from 'hono'

import { newSecret } from '../core/oauth'
import { requireAuthor, requireToken } from './access'
import { DAY_MS, type LinkedInEnv, type ProviderContext } from './context'
import { createError, LinkedInError, unprocessable } from './errors'
import { type AssetRecord, PERSON_URN } from './state'

/** Uploads of images and videos, which posts refer to by URN (publishing reference, section 4). */
export function uploadRoutes(context: ProviderContext) {
  const app = new Hono<LinkedInEnv>()
  const { state, clock, settings, save } = context

  for (const kind of ['image', 'video'] as const) {
    app.post(`/rest/${kind}s`, async (c) => {
      const { initializeUploadRequest, finalizeUploadRequest } = (await c.req
        .json()
        .catch(() => ({}))) as {
        initializeUploadRequest?: { owner?: string }
        finalizeUploadRequest?: { video?: string }
      }
      if (c.req.query('action') === 'finalizeUpload' && kind === 'video') {
        const asset = state.assets[finalizeUploadRequest?.video ?? '']
        if (!asset) throw createError(404)
        asset.availableAt = clock.now() + settings.assetMs
        save()
        return c.json({})
      }
      if (c.req.query('action') !== 'initializeUpload' || !initializeUploadRequest?.owner)
        throw unprocessable(
          'ERROR :: /initializeUploadRequest/owner :: field is required but not found',
        )
      requireAuthor(c, initializeUploadRequest.owner, `${kind}s.ACTION-initializeUpload`)
      const urn = `urn:li:${kind}:${newSecret('C4E', 12)}`
      const asset: AssetRecord = {
        urn,
        kind,
        owner: initializeUploadRequest.owner,
        uploadKey: newSecret('', 16),
        bytes: null,
        availableAt: null,
      }
      state.assets[urn] = asset
      save()
      const uploadUrl = `${context.origin()}/dms-uploads/${encodeURIComponent(urn)}?key=${asset.uploadKey}`
      const uploadUrlExpiresAt = clock.now() + DAY_MS
      return c.json({
        value:
          kind === 'image'
            ? { uploadUrlExpiresAt, uploadUrl, image: urn }
            : {
                uploadUrlsExpireAt: uploadUrlExpiresAt,
                video: urn,
                uploadInstructions: [{ uploadUrl, firstByte: 0, lastByte: 4_194_303 }],
                uploadToken: '',
              },
      })
    })
    app.get(`/rest/${kind}s/:urn`, (c) => {
      const asset = state.assets[decodeURIComponent(c.req.param('urn'))]
      if (!asset) throw createError(404)
      // A member's token can't read the member's own uploads.
      if (asset.owner === PERSON_URN && !c.get('grant').scopes.includes('r_organization_social'))
        throw createError(403, `Not enough permissions to access: ${kind}s.GET`)
      const status =
        asset.bytes === null
          ? 'WAITING_UPLOAD'
          : asset.availableAt !== null && asset.availableAt <= clock.now()
            ? 'AVAILABLE'
            : 'PROCESSING'
      return c.json({ id: asset.urn, owner: asset.owner, status })
    })
  }

  /** Receives the bytes of an upload, once. */
  app.put('/dms-uploads/:urn', requireToken(context), async (c) => {
    const asset = state.assets[decodeURIComponent(c.req.param('urn'))]
    if (!asset || c.req.query('key') !== asset.uploadKey) throw createError(404)
    if (asset.bytes !== null)
      throw new LinkedInError(400, 'ALREADY_UPLOADED', 'The upload URL was used already')
    const { byteLength } = await c.req.arrayBuffer()
    if (byteLength === 0) throw new LinkedInError(400, 'EMPTY_UPLOAD', 'The body is empty')
    asset.bytes = byteLength
    if (asset.kind === 'image') asset.availableAt = clock.now() + settings.assetMs
    save()
    return c.body(null, 201, { etag: `"${asset.uploadKey}"` })
  })

  return app
}

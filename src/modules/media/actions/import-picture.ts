import { eq } from '@payloadcms/db-postgres/drizzle'
import { APIError, type Payload } from 'payload'

import { media } from '@/payload-generated-schema'
import { AppError } from '@/platform/errors'
import { detectPassthroughType } from '@/platform/storage/passthrough-files'

import { createMedia } from './create-media'
import { restoreMedia } from './update-media'

type RemotePicture = {
  /** Identifies the picture at its service, such as 'etsy:123'; it becomes one media row even if its URL changes. */
  sourceKey: string
  url: string
  alt?: string | null
  /** Base of the file names. */
  name: string
  /** Made by `createSafeFetch`. */
  fetchFile: (url: string) => Promise<Buffer>
}

const notAPicture =
  'The linked file isn’t a supported image (JPEG, PNG, WebP, or AVIF, up to 40 megapixels).'

/** Finds the copy of a picture; restores it from the trash because it is used again. */
const findCopy = async (payload: Payload, sourceKey: string): Promise<number | null> => {
  const [copy] = await payload.db.drizzle
    .select({ id: media.id, deletedAt: media.deletedAt })
    .from(media)
    .where(eq(media.sourceKey, sourceKey))
  if (copy?.deletedAt) await restoreMedia(payload, null, copy.id)
  return copy?.id ?? null
}

const createCopy = async (
  payload: Payload,
  { sourceKey, alt, name }: RemotePicture,
  data: Buffer,
): Promise<void> => {
  if (await detectPassthroughType(data)) throw new AppError('invalid', notAPicture)
  try {
    await createMedia(
      payload,
      { name: `${name}.jpg`, bytes: data },
      { alt: alt?.trim().slice(0, 300) || null, sourceKey },
      null,
    )
  } catch (error) {
    if (error instanceof APIError && [413, 415].includes(error.status))
      throw new AppError('invalid', error.status === 415 ? notAPicture : error.message, {
        cause: error,
      })
    throw error
  }
}

/**
 * Copies a picture of a service into media, processed like any upload, and returns its id. A
 * picture that was copied before, here or by another process meanwhile, is not copied again. A
 * failure leaves nothing behind, so retries are safe.
 * @throws AppError invalid with a message for staff, and what `fetchFile` throws
 */
export async function importPicture(payload: Payload, picture: RemotePicture): Promise<number> {
  const existing = await findCopy(payload, picture.sourceKey)
  if (existing) return existing
  const data = await picture.fetchFile(picture.url)
  const failure = await createCopy(payload, picture, data).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  // Payload reports a failed COMMIT as success. If this call failed, another process may have copied the picture.
  const copy = await findCopy(payload, picture.sourceKey)
  if (copy) return copy
  throw failure ? failure.error : new Error('The picture was not saved')
}

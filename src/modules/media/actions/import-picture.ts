import { sql } from '@payloadcms/db-postgres'
import { APIError, type Payload } from 'payload'

import { revalidateMediaPages } from '@/hooks/revalidate-media'
import { audit } from '@/platform/audit'
import { AppError } from '@/platform/errors'
import { detectPassthroughType } from '@/platform/storage/passthrough-files'
import { withTransaction } from '@/platform/transaction'

export type RemotePicture = {
  /** Which picture of which service: 'etsy:123'. One of our media for each, whatever its link says this time. */
  sourceKey: string
  url: string
  alt?: string | null
  /** What its files are named after. */
  name: string
  /** One made by `createSafeFetch`. */
  fetchFile: (url: string) => Promise<Buffer>
}

const cannotBeKept =
  'The file behind the link is not a picture that the shop can keep (JPEG, PNG, WebP or AVIF, up to 40 megapixels).'

/** One in the trash comes back: somebody needs it again. */
const findCopy = async (payload: Payload, sourceKey: string): Promise<number | null> => {
  const {
    rows: [row],
  } = await payload.db.drizzle.execute(
    sql`select id, deleted_at is not null as gone from media where source_key = ${sourceKey}`,
  )
  if (!row) return null
  if (row.gone)
    await withTransaction(payload, async (req, tx) => {
      await tx.execute(
        sql`update media set deleted_at = null, updated_at = now() where id = ${row.id}`,
      )
      await revalidateMediaPages(req, Number(row.id))
      await audit(tx, null, {
        action: 'media.restored',
        subjectType: 'media',
        subjectId: Number(row.id),
      })
    })
  return Number(row.id)
}

const keep = async (
  payload: Payload,
  { sourceKey, alt, name }: RemotePicture,
  data: Buffer,
): Promise<void> => {
  if (await detectPassthroughType(data)) throw new AppError('invalid', cannotBeKept)
  try {
    await payload.create({
      collection: 'media',
      depth: 0,
      data: { alt: alt?.trim().slice(0, 300) || null, sourceKey },
      file: { data, name: `${name}.jpg`, size: data.length, mimetype: 'application/octet-stream' },
    })
  } catch (error) {
    if (error instanceof APIError && [413, 415].includes(error.status))
      throw new AppError('invalid', error.status === 415 ? cannotBeKept : error.message, {
        cause: error,
      })
    throw error
  }
}

/**
 * Copies a picture of a service into our media, made anew like any upload, and answers its id. One that is there
 * already is answered without a call, also when another process made it meanwhile; so a retry costs nothing. A picture
 * that cannot be had or kept leaves nothing behind.
 * @throws AppError invalid in words for staff, and what `fetchFile` throws
 */
export async function importPicture(payload: Payload, picture: RemotePicture): Promise<number> {
  const known = await findCopy(payload, picture.sourceKey)
  if (known) return known
  const data = await picture.fetchFile(picture.url)
  const failed = await keep(payload, picture, data).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  // A row of this key may stand although ours could not be made: somebody was faster.
  const made = await findCopy(payload, picture.sourceKey)
  if (made) return made
  throw failed ? failed.error : new Error('A picture was not kept')
}

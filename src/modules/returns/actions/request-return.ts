import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import { eq } from '@payloadcms/db-postgres/drizzle'
import type { Payload } from 'payload'

import { notifyAboutOrder } from '@/modules/notifications/notify-staff'
import { addOrderEvent, lockOrder } from '@/modules/orders/order-record'
import { readDeliveredAt, readReturnsStart } from '@/modules/returns/queries/delivery'
import {
  readOrderedItems,
  readReturnedQuantities,
} from '@/modules/returns/queries/returnable-items'
import {
  finalSaleMessage,
  isDefect,
  isWithinWindow,
  returnPhotoFile,
  returnPhotoFiles,
  returnReasonLabels,
} from '@/modules/returns/rules'
import type { ReturnRequest } from '@/modules/returns/schemas'
import { returns, returns_lines } from '@/payload-generated-schema'
import { formatDay } from '@/platform/calendar-days'
import { AppError, notFound } from '@/platform/errors'
import { queueJob } from '@/platform/job-queue'
import { pluralize } from '@/platform/pluralize'
import { renderPhoto } from '@/platform/storage/pictures'
import { uploadedFiles } from '@/platform/storage/uploaded-files'
import { type Tx, type TxRequest, withTransaction } from '@/platform/transaction'

const notReturnable = (message: string): AppError => new AppError('conflict', message)

/** @throws AppError conflict */
function assertShipped(status: string | undefined): void {
  if (status !== 'shipped' && status !== 'delivered')
    throw notReturnable('You can return an order once it has shipped.')
}

/** @throws AppError conflict unless the order may have arrived and its window is open */
async function assertReturnable(
  req: TxRequest,
  tx: Tx,
  orderId: number,
  status: string,
  { reason, wish }: ReturnRequest,
): Promise<void> {
  assertShipped(status)
  const settings = await req.payload.findGlobal({ slug: 'shop-settings', depth: 0, req })
  if (wish === 'store-credit' && settings.offersStoreCredit === false) {
    const message = 'We don’t offer store credit right now. Please choose something else.'
    throw new AppError('invalid', message, { fields: { wish: message } })
  }
  const start = await readReturnsStart(tx, orderId, settings.deliveryDaysMin)
  if (start)
    throw notReturnable(
      `Your order is still on its way. You can return it starting ${formatDay(start)}. If something’s wrong before then, please email us.`,
    )
  const deliveredAt = await readDeliveredAt(tx, orderId, settings.deliveryDaysMax)
  if (isWithinWindow(reason, deliveredAt, settings, new Date())) return
  throw notReturnable(
    isDefect(reason)
      ? `It has been more than ${pluralize(settings.defectDays, 'day')} since this order was delivered. Please email us.`
      : `It has been more than ${pluralize(settings.returnDays, 'day')} since this order was delivered, so it can’t be returned here. Please email us if something is wrong with it.`,
  )
}

/**
 * @throws AppError invalid for an item of another order, for more than was bought and not returned, and for a final sale
 * without a fault
 */
async function assertLines(
  tx: Tx,
  orderId: number,
  { lines, reason }: ReturnRequest,
): Promise<void> {
  const items = await readOrderedItems(tx, orderId)
  const returned = await readReturnedQuantities(tx, orderId)
  for (const { itemId, quantity } of lines) {
    const item = items.find(({ id }) => id === itemId)
    const left = (item?.quantity ?? 0) - (returned.get(itemId) ?? 0)
    if (!item || quantity > left) {
      const message = item
        ? left > 0
          ? `You can return ${left} of “${item.name}”.`
          : `“${item.name}” is already being returned.`
        : 'Please choose items of this order.'
      throw new AppError('invalid', message, { fields: { lines: message } })
    }
    if (item.isFinalSale && !isDefect(reason)) {
      const message = finalSaleMessage(item.name)
      throw new AppError('invalid', message, { fields: { lines: message } })
    }
  }
}

/** The longest sides in pixels of what is stored of a photo: enough for the printer's claims, and for lists. */
const photoSizes = [2000, 320] as const

/** @throws AppError conflict unless the order has shipped */
export async function assertPhotosAllowed(payload: Payload, id: number): Promise<void> {
  assertShipped((await payload.findByID({ collection: 'orders', id, depth: 0 })).status)
}

/**
 * Stores a photo for a return that a buyer is about to request, rendered anew: what was uploaded is not stored. Repeating
 * the call with the same id changes nothing. Photos that no return names within a day are deleted (jobs.ts).
 * @param photoId a UUID chosen by the browser
 * @throws AppError invalid (not a photo that can be read)
 */
export async function saveReturnPhoto(
  orderId: number,
  photoId: string,
  { name, data }: { name: string; data: Buffer },
): Promise<void> {
  const files = uploadedFiles()
  const [fullName, smallName] = returnPhotoFiles(orderId, [photoId])
  if (!fullName || !smallName || (await files.stat(fullName))) return
  const [full, small] = await renderPhoto(data, photoSizes).catch((cause: unknown) => {
    const message = `We can’t read “${name}”. Please send it as a JPEG, PNG, or WebP photo of up to 40 megapixels.`
    throw new AppError('invalid', message, { fields: { file: message }, cause })
  })
  // The full photo last: once it is there, both are.
  if (small) await files.put(smallName, small)
  if (full) await files.put(fullName, full)
}

/** @throws AppError invalid unless every photo was uploaded for this order */
async function assertPhotos(orderId: number, { photos }: ReturnRequest): Promise<void> {
  const stored = await Promise.all(
    photos.map((id) => uploadedFiles().stat(returnPhotoFile(orderId, id))),
  )
  if (stored.every(Boolean)) return
  const message = 'Some photos didn’t upload. Please remove them and add them again.'
  throw new AppError('invalid', message, { fields: { photos: message } })
}

/**
 * Returns the id of the return that this request has made already; null unless its response was lost.
 * @throws AppError conflict for another order, and if the form was changed since: the first request counts
 */
async function findRepeated(
  tx: Tx,
  orderId: number,
  { requestId, reason, wish, note, lines }: ReturnRequest,
): Promise<number | null> {
  const [existing] = await tx
    .select({
      id: returns.id,
      order: returns.order,
      reason: returns.reason,
      wish: returns.wish,
      note: returns.note,
    })
    .from(returns)
    .where(eq(returns.requestId, requestId))
  if (!existing) return null
  if (existing.order !== orderId)
    throw new AppError('conflict', 'Please send a new UUID for this request.')
  const requested = await tx
    .select({
      itemId: returns_lines.itemId,
      quantity: returns_lines.quantity,
      wantedSize: returns_lines.wantedSize,
      wantedColor: returns_lines.wantedColor,
    })
    .from(returns_lines)
    .where(eq(returns_lines._parentID, existing.id))
    .orderBy(returns_lines._order)
  const sent = lines.map(({ itemId, quantity, wantedSize = null, wantedColor = null }) => ({
    itemId,
    quantity,
    wantedSize,
    wantedColor,
  }))
  const isSame =
    existing.reason === reason &&
    existing.wish === wish &&
    existing.note === note &&
    isDeepStrictEqual(requested, sent)
  if (!isSame)
    throw new AppError(
      'conflict',
      'We already have your return request, so this change wasn’t sent. To change it, please email us.',
    )
  return existing.id
}

/**
 * Requests a return for a buyer. The same `requestId` requests it once.
 * @throws AppError not_found, conflict (not shipped yet, still on its way, or too late), invalid (more than was
 * bought, or a photo that wasn't uploaded)
 */
export async function requestReturn(
  payload: Payload,
  orderId: number,
  request: ReturnRequest,
): Promise<number> {
  await assertPhotos(orderId, request)
  return withTransaction(payload, async (req, tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw notFound('The order')
    const repeatedId = await findRepeated(tx, orderId, request)
    if (repeatedId !== null) return repeatedId
    await assertReturnable(req, tx, orderId, order.status, request)
    await assertLines(tx, orderId, request)
    const { lines, photos, ...fields } = request
    const [created] = await tx
      .insert(returns)
      .values({
        ...fields,
        photos: photos.length > 0 ? photos : null,
        order: orderId,
        status: 'requested',
      })
      .returning({ id: returns.id })
    if (!created) throw new Error('The return was not inserted.')
    await tx
      .insert(returns_lines)
      .values(
        lines.map((line, index) => ({
          ...line,
          id: randomUUID(),
          _order: index + 1,
          _parentID: created.id,
        })),
      )
    await addOrderEvent(req, orderId, {
      type: 'return_requested',
      actor: 'buyer',
      message: `Return requested: ${returnReasonLabels[request.reason]}`,
    })
    await queueJob(
      tx,
      'send-return-email',
      { returnId: created.id, kind: 'requested' },
      { key: `return-requested:${created.id}` },
    )
    await notifyAboutOrder(tx, 'return', orderId, created.id)
    return created.id
  })
}

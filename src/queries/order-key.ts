import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { env } from '../env'

/** The secret part of an order's link: 128 bits, made from the order's uuid, so that mails can always carry the link. */
export const orderKeyFor = (uuid: string): string =>
  createHmac('sha256', env.PAYLOAD_SECRET).update(`order-key:${uuid}`).digest('hex').slice(0, 32)

/** What the database keeps of the key. */
export const hashOrderKey = (key: string): string => createHash('sha256').update(key).digest('hex')

export const isOrderKey = (key: string, storedHash: string): boolean => {
  const given = Buffer.from(hashOrderKey(key))
  const stored = Buffer.from(storedHash)
  return given.length === stored.length && timingSafeEqual(given, stored)
}

/** The page of an order, for its buyer. */
export const orderUrl = (order: { orderNumber: string; uuid: string }): string =>
  `${env.SERVER_URL}/orders/${order.orderNumber}?key=${orderKeyFor(order.uuid)}`

import { hashText, isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'

/**
 * Returns the secret part of an order's link (128 bits). Derived from the order's uuid, so that
 * every email can contain the link.
 */
export function createOrderKey(uuid: string): string {
  return signText(`order-key:${uuid}`).slice(0, 32)
}

/** Returns the hash of a key; the database stores only this. */
export function hashOrderKey(key: string): string {
  return hashText(key)
}

/** Compares a key with its stored hash in constant time. */
export function isOrderKey(key: string, storedHash: string): boolean {
  return isSameSecret(hashOrderKey(key), storedHash)
}

/** Returns the path of an order's page for its buyer, with the key. */
export function orderPath(order: { orderNumber: string; uuid: string }): string {
  return `/orders/${order.orderNumber}?key=${createOrderKey(order.uuid)}`
}

/** Returns the URL of an order's page for its buyer, with the key. */
export function orderUrl(order: { orderNumber: string; uuid: string }): string {
  return `${env.SERVER_URL}${orderPath(order)}`
}

/** Returns the path of the page where an order is paid that didn't come from the checkout, with the key. */
export function paymentPath(order: { orderNumber: string; uuid: string }): string {
  return `/checkout/${order.orderNumber}?key=${createOrderKey(order.uuid)}`
}

/** Returns the payment link of an order that staff made. */
export function paymentUrl(order: { orderNumber: string; uuid: string }): string {
  return `${env.SERVER_URL}${paymentPath(order)}`
}

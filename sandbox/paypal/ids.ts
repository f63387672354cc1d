import { randomBytes, randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Orders v2 ids match `^[A-Z0-9]+$` and are commonly 17 long. */
export function newId(length = 17): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** Webhook event ids: `WH-` and two blocks. */
export function newEventId(): string {
  return `WH-${newId()}-${newId()}`
}

/** The id that PayPal's support asks for. */
export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

import { createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '@/platform/env'

const keyOf = (code: string): string =>
  createHmac('sha256', env.PAYLOAD_SECRET).update(`data-request:${code}`).digest('hex').slice(0, 32)

/** Whether somebody holds the link that was sent to the person: it confirms a request and takes it back. */
export function isDataRequestKey(code: string, key: string): boolean {
  const given = Buffer.from(key)
  const expected = Buffer.from(keyOf(code))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Where a request stands, for everybody who knows its code. */
export function dataRequestStatusUrl(code: string): string {
  return `${env.SERVER_URL}/data-deletion/status?code=${code}`
}

/** The same with the key, for the person alone. Made from the code, so that mails can always carry it and no table has it. */
export function dataRequestUrl(code: string): string {
  return `${dataRequestStatusUrl(code)}&key=${keyOf(code)}`
}

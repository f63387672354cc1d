import { createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '@/platform/env'

const minuteMs = 60_000

const proofAt = (minute: number): string =>
  createHmac('sha256', env.PAYLOAD_SECRET).update(`own-address:${minute}`).digest('hex')

/** Makes the shop's request to itself recognizable for two minutes, for every process with the same PAYLOAD_SECRET. */
export function createOwnAddressProof(now = Date.now()): string {
  return proofAt(Math.floor(now / minuteMs))
}

/** Whether a request is the shop's own, in constant time. */
export function isOwnAddressProof(proof: string, now = Date.now()): boolean {
  const given = Buffer.from(proof)
  const minute = Math.floor(now / minuteMs)
  return [minute, minute - 1].some((at) => {
    const expected = Buffer.from(proofAt(at))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

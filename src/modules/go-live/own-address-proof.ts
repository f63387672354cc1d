import { isSameSecret, signText } from '@/platform/encryption'

const minuteMs = 60_000

const proofAt = (minute: number): string => signText(`own-address:${minute}`)

/** Makes the shop's request to itself recognizable for two minutes, for every process with the same PAYLOAD_SECRET. */
export function createOwnAddressProof(now = Date.now()): string {
  return proofAt(Math.floor(now / minuteMs))
}

/** Whether a request is the shop's own. */
export function isOwnAddressProof(proof: string, now = Date.now()): boolean {
  const minute = Math.floor(now / minuteMs)
  return [minute, minute - 1].some((at) => isSameSecret(proof, proofAt(at)))
}

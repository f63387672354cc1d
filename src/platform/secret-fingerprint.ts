import { createHmac } from 'node:crypto'

/** Returns eight digits that tell one PAYLOAD_SECRET from another; too few to find it by. */
export function fingerprintSecret(secret: string): string {
  return createHmac('sha256', secret).update('backup').digest('hex').slice(0, 8)
}

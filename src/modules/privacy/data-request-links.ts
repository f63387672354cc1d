import { isSameSecret, signText } from '@/platform/encryption'
import { env } from '@/platform/env'

const keyFor = (code: string): string => signText(`data-request:${code}`).slice(0, 32)

/** Whether `key` is from the link that was sent to the person; it allows confirming and withdrawing the request. */
export function isDataRequestKey(code: string, key: string): boolean {
  return isSameSecret(key, keyFor(code))
}

/** The public status page of a request. */
export function dataRequestStatusUrl(code: string): string {
  return `${env.SERVER_URL}/data-deletion/status?code=${code}`
}

/** The status page with the key. The key is derived from the code, so emails can always include it and no table stores it. */
export function dataRequestUrl(code: string): string {
  return `${dataRequestStatusUrl(code)}&key=${keyFor(code)}`
}

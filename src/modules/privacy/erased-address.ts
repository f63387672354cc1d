import { signText } from '@/platform/encryption'

/**
 * Returns what the audit log and the manifests of backups keep of an erased address, so that a restored backup is erased
 * again: an HMAC with PAYLOAD_SECRET, which nobody without the secret can compare with addresses.
 */
export function erasedAddressHash(email: string): string {
  return signText(`erased-address:${email.toLowerCase()}`)
}

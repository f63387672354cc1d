import { createHash, generateKeyPair, type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

import { selfSignedCertificate } from './certificate'
import { crc32 } from './crc32'

export const CERTIFICATE_PATH = '/v1/notifications/certs/'
export const AUTH_ALGORITHM = 'SHA256withRSA'

export interface Transmission {
  id: string
  time: string
  signature: string
  webhookId: string
}

/** The sandbox's own signing identity; created for each run, so no key is in the repository. */
export interface Signer {
  /** `CERT-…`, the last part of the certificate's address. */
  certificateId: () => Promise<string>
  certificate: () => Promise<string>
  /** With `forged`, signs with a key that does not belong to the certificate. */
  sign: (raw: Buffer, webhookId: string, time: string, forged: boolean) => Promise<Transmission>
  verify: (raw: Buffer, transmission: Transmission) => Promise<boolean>
}

interface Identity {
  privateKey: KeyObject
  publicKey: KeyObject
  certificate: string
  certificateId: string
}

export function createSigner(): Signer {
  let genuine: Promise<Identity> | undefined
  let foreign: Promise<Identity> | undefined
  const identity = () => (genuine ??= createIdentity())
  return {
    certificateId: async () => (await identity()).certificateId,
    certificate: async () => (await identity()).certificate,
    sign: async (raw, webhookId, time, forged) => {
      const { privateKey } = await (forged ? (foreign ??= createIdentity()) : identity())
      const id = randomUUID()
      const message = signedMessage(raw, { id, time, webhookId })
      return {
        id,
        time,
        webhookId,
        signature: sign('RSA-SHA256', message, privateKey).toString('base64'),
      }
    },
    verify: async (raw, transmission) => {
      const { publicKey } = await identity()
      return verify(
        'RSA-SHA256',
        signedMessage(raw, transmission),
        publicKey,
        Buffer.from(transmission.signature, 'base64'),
      )
    },
  }
}

/** What PayPal signs: `id|time|webhookId|crc32`, the CRC of the raw bytes as an unsigned decimal. */
function signedMessage(
  raw: Buffer,
  { id, time, webhookId }: Omit<Transmission, 'signature'>,
): Buffer {
  return Buffer.from(`${id}|${time}|${webhookId}|${crc32(raw)}`)
}

const YEAR_MS = 365 * 86_400_000

async function createIdentity(): Promise<Identity> {
  const keys = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const now = Date.now()
  const certificate = selfSignedCertificate(
    keys,
    {
      commonName: 'messageverificationcerts.sandbox.paypal.com',
      organization: 'Dayfern demo, not PayPal',
    },
    { from: new Date(now - YEAR_MS), until: new Date(now + 10 * YEAR_MS) },
  )
  const print = createHash('sha256').update(certificate).digest('hex')
  const certificateId = `CERT-${print.slice(0, 8)}-${print.slice(8, 16)}-${print.slice(16, 24)}`
  return { ...keys, certificate, certificateId }
}

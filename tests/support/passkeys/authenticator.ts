import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

type Challenge = { challenge: string; rpId?: string }
type Creation = { challenge: string; rp: { id: string }; user: { id: string } }
/** Deviations that simulate a wrong page, device, or attacker. */
export type Deviation = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  userVerified?: boolean
  counter?: number
  userHandle?: string | null
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest()
const bytes32 = (value: string | undefined): Buffer => Buffer.from(value ?? '', 'base64url')

/** A P-256 key as COSE in CBOR: EC2, ES256, P-256, x, y (RFC 9053, section 7.1). */
const coseKey = (key: KeyObject): Buffer => {
  const { x, y } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    bytes32(x),
    Buffer.from('225820', 'hex'),
    bytes32(y),
  ])
}

/** CBOR of {fmt: 'none', attStmt: {}, authData}. */
const attestationOf = (authData: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from('a3', 'hex'),
    Buffer.from('63', 'hex'),
    Buffer.from('fmt'),
    Buffer.from('64', 'hex'),
    Buffer.from('none'),
    Buffer.from('67', 'hex'),
    Buffer.from('attStmt'),
    Buffer.from('a0', 'hex'),
    Buffer.from('68', 'hex'),
    Buffer.from('authData'),
    Buffer.from('59', 'hex'),
    length,
    authData,
  ])
}

/**
 * Creates a software authenticator as in WebAuthn Level 3, with one ES256 passkey and attestation
 * "none". It counts its uses, or reports 0 like a synced passkey.
 */
export function createAuthenticator({ isSynced = false, origin = 'http://localhost:3000' } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let uses = 0
  let handle = base64url(randomBytes(32))

  const clientData = (type: string, challenge: string, deviation: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: deviation.type ?? type,
        challenge: deviation.challenge ?? challenge,
        origin: deviation.origin ?? origin,
        crossOrigin: deviation.crossOrigin ?? false,
      }),
    )
  const authenticatorData = (rpId: string, deviation: Deviation, attested?: Buffer): Buffer => {
    uses += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(deviation.counter ?? (isSynced ? 0 : uses))
    const flags =
      0x01 +
      (deviation.userVerified === false ? 0 : 0x04) +
      (isSynced ? 0x18 : 0) +
      (attested ? 0x40 : 0)
    return Buffer.concat([
      sha256(deviation.rpId ?? rpId),
      Buffer.from([flags]),
      counter,
      attested ?? Buffer.alloc(0),
    ])
  }
  const credential = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  }

  return {
    id: base64url(id),
    /** Makes the passkey, as navigator.credentials.create does. */
    create: ({ challenge, rp, user }: Creation, deviation: Deviation = {}) => {
      handle = user.id
      const idLength = Buffer.alloc(2)
      idLength.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(publicKey)])
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, deviation)),
          attestationObject: base64url(
            attestationOf(authenticatorData(rp.id, deviation, attested)),
          ),
          transports: ['internal', 'hybrid', 'telepathy'],
        },
      }
    },
    /** Signs a challenge, as navigator.credentials.get does. */
    get: ({ challenge, rpId = 'localhost' }: Challenge, deviation: Deviation = {}) => {
      const client = clientData('webauthn.get', challenge, deviation)
      const data = authenticatorData(rpId, deviation)
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle: deviation.userHandle === undefined ? handle : deviation.userHandle,
        },
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>

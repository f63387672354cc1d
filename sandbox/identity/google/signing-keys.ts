import { createHash, createSign, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

interface Key {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

const make = async (): Promise<Key> => {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const kid = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 40)
  return { kid, privateKey, publicKey }
}

/** Google always publishes two keys: the one that signs and the next one. Created at the first request. */
export function createKeys() {
  let keys: Promise<Key[]> | undefined
  const all = () => (keys ??= Promise.all([make(), make()]))
  return {
    jwks: async () => ({
      keys: (await all()).map(({ kid, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg: 'RS256',
        use: 'sig',
      })),
    }),
    /** Rotates the keys: the next key signs from now on, and a new one becomes the next. */
    rotate: async () => {
      const [, next] = await all()
      keys = Promise.resolve([next as Key, await make()])
    },
    /** @param stranger signs with a key that isn't published */
    sign: async (claims: object, stranger = false): Promise<string> => {
      const [current] = await all()
      const { kid } = current as Key
      const { privateKey } = stranger ? await make() : (current as Key)
      const content = [{ alg: 'RS256', kid, typ: 'JWT' }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.')
      return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`
    },
  }
}

import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'

import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'

import type { FileStore } from '@/platform/storage/file-store'

import { openStores } from './backup-location'
import { decryptStream, encryptStream } from './encrypted-stream'
import type { BackupTarget } from './settings'

/*
 * Archived WAL is encrypted with a public key, which the database's machine has in its settings. The private key is in
 * the locations of the backups, encrypted with the passphrase: the machine that archives can't read the archive,
 * deriving a key from the passphrase for every segment would take a second of CPU, and nobody who can write to the
 * location can make the archiver use a key of theirs.
 */

const keyPrefix = 'wal-keys/'

type StoredKey = { file: string; key: string }

/**
 * The private keys that this passphrase opens. Opening one takes a second of CPU, so a key in several locations is
 * opened once.
 */
const readKeys = async (stores: readonly FileStore[], passphrase: string): Promise<StoredKey[]> => {
  const seen = new Set<string>()
  const keys: StoredKey[] = []
  for (const store of stores)
    for await (const { name: file } of store.list()) {
      const bytes = seen.has(file) ? null : await store.get(file)
      if (!bytes) continue
      seen.add(file)
      try {
        const plain = await decryptStream(file, Readable.from([bytes]), passphrase)
        keys.push({ file, key: (await text(plain)).trim() })
      } catch {
        // Made before the passphrase was changed.
      }
    }
  return keys
}

/**
 * Returns the public key with which WAL is archived ('age1…'). Makes the pair on first use and after the passphrase was
 * changed, and ensures that it is in every location.
 */
export async function ensureWalKey(target: BackupTarget, passphrase: string): Promise<string> {
  const stores = openStores(target, keyPrefix)
  const [stored] = await readKeys(stores, passphrase)
  const key = stored?.key ?? (await generateIdentity())
  const recipient = await identityToRecipient(key)
  const file = `${recipient.slice(0, 20)}.key.age`
  let encrypted: Buffer | undefined
  for (const store of stores) {
    if (await store.stat(file)) continue
    encrypted ??= await buffer(
      await encryptStream(Readable.from([Buffer.from(`${key}\n`)]), passphrase),
    )
    await store.put(file, encrypted)
  }
  return recipient
}

/** Returns the private keys that this passphrase opens. @throws Error if there is none */
export async function openWalKeys(target: BackupTarget, passphrase: string): Promise<string[]> {
  const keys = await readKeys(openStores(target, keyPrefix), passphrase)
  if (keys.length === 0)
    throw new Error('No key of the archived WAL can be opened with this passphrase.')
  return keys.map(({ key }) => key)
}

/** Encrypts a segment for the public key. */
export async function encryptSegment(bytes: Buffer, recipient: string): Promise<Buffer> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return Buffer.from(await encrypter.encrypt(bytes))
}

/** @throws Error if none of the keys opens it, or it is damaged */
export async function decryptSegment(bytes: Buffer, keys: readonly string[]): Promise<Buffer> {
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addIdentity(key)
  return Buffer.from(await decrypter.decrypt(bytes))
}

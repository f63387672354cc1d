// Files in the age format (https://age-encryption.org): `age -d` opens them without this shop.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Decrypter, Encrypter } from 'age-encryption'

/** Resolves with what a program wrote to stderr. @throws Error with it if the program fails */
const ended = async (child, name) => {
  const errors = []
  child.stderr.on('data', (chunk) => errors.push(chunk))
  const [code] = await once(child, 'close')
  const text = Buffer.concat(errors).toString().trim()
  if (code !== 0) throw new Error(`${name} failed: ${text.slice(0, 500) || `exit code ${code}`}`)
  return text
}

/**
 * Runs a program and writes its output, encrypted, to a file. The file is removed unless the program succeeds.
 * @returns {Promise<number>} the size of the file in bytes
 */
export async function encryptOutput(program, args, { env, file, passphrase }) {
  const part = `${file}.part`
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const finished = ended(child, program)
  finished.catch(() => {})
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  try {
    const encrypted = await encrypter.encrypt(Readable.toWeb(child.stdout))
    await pipeline(Readable.fromWeb(encrypted), createWriteStream(part, { mode: 0o600 }))
    await finished
    const handle = await open(part, 'r')
    await handle.sync()
    await handle.close()
    await rename(part, file)
    return (await stat(file)).size
  } catch (error) {
    child.kill()
    await rm(part, { force: true })
    throw error
  }
}

/**
 * Runs a program with the contents of an encrypted file as its input.
 * @returns {Promise<string>} what it wrote to stdout
 * @throws Error if the passphrase is wrong, the file is damaged or cut off, or the program fails
 */
export async function decryptInto(program, args, { env, file, passphrase }) {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const plain = await decrypter.decrypt(Readable.toWeb(createReadStream(file))).catch((cause) => {
    throw new Error(`${file} can't be opened with this passphrase.`, { cause })
  })
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  const output = []
  child.stdout.on('data', (chunk) => output.push(chunk))
  const finished = ended(child, program)
  finished.catch(() => {})
  // A program that fails closes its input: its own message is more useful than the broken pipe.
  const copied = await pipeline(Readable.fromWeb(plain), child.stdin).catch((error) => error)
  if (copied && copied.code !== 'EPIPE') {
    child.kill()
    throw new Error(`${file} is damaged: ${copied.message}`, { cause: copied })
  }
  await finished
  return Buffer.concat(output).toString()
}

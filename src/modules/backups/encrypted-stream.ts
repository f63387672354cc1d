import { spawn } from 'node:child_process'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

import { Decrypter, Encrypter } from 'age-encryption'

type Env = Readonly<Record<string, string | undefined>>
export type Program = {
  command: string
  args: readonly string[]
  env: Env
  /** Decides about success by the exit code and stderr. By default, only 0 is a success. */
  isSuccess?: (code: number | null, errors: string) => boolean
}

const maxMessage = 500

/** Starts a program. `ended` rejects with what it wrote to stderr if it fails. */
const start = ({ command, args, env, isSuccess = (code) => code === 0 }: Program) => {
  // A complete environment: programs get the database's password, but not the shop's keys.
  const environment: NodeJS.ProcessEnv = { NODE_ENV: 'production', ...env }
  const child = spawn(command, args, { env: environment })
  const errors: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      const text = Buffer.concat(errors).toString().trim()
      if (isSuccess(code, text)) resolve()
      else
        reject(new Error(`${command} failed: ${text.slice(0, maxMessage) || `exit code ${code}`}`))
    })
  })
  ended.catch(() => undefined)
  return { child, ended }
}

const toWeb = (stream: Readable): globalThis.ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as globalThis.ReadableStream<Uint8Array>
const toNode = (stream: globalThis.ReadableStream<Uint8Array>): Readable => {
  const content = Readable.fromWeb(stream as ReadableStream<Uint8Array>)
  // An error without a listener would end the process. Later readers still get it.
  content.on('error', () => undefined)
  return content
}

/** Encrypts a stream in the age format (https://age-encryption.org), which `age -d` opens without this shop. */
export async function encryptStream(content: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return toNode(await encrypter.encrypt(toWeb(content)))
}

/** @throws Error if the passphrase is wrong; the stream fails if the content is damaged or cut off */
export async function decryptStream(
  name: string,
  content: Readable,
  passphrase: string,
): Promise<Readable> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return toNode(await decrypter.decrypt(toWeb(content)))
  } catch (cause) {
    throw new Error(`${name} can't be opened with this passphrase.`, { cause })
  }
}

/**
 * Runs a program and has `write` store its encrypted output. Fails if the program fails, however much it wrote before.
 * @returns what `write` returns
 */
export async function storeOutput<Result>(
  program: Program,
  passphrase: string,
  write: (content: Readable) => Promise<Result>,
): Promise<Result> {
  const { child, ended } = start(program)
  child.stdin.end()
  const output = new PassThrough()
  // The end of the output is passed on only once the program has succeeded: half a dump is never stored as a whole one.
  const copied = (async () => {
    await pipeline(child.stdout, output, { end: false })
    await ended
    output.end()
  })()
  let failure: Error | undefined
  copied.catch((error: unknown) => {
    failure = error instanceof Error ? error : new Error(String(error))
    output.destroy(failure)
  })
  try {
    const result = await write(await encryptStream(output, passphrase))
    await copied
    return result
  } catch (error) {
    // The program's own message says more than the stream that it broke.
    const reason = failure ?? error
    child.kill()
    throw reason
  }
}

/**
 * Runs a program with the decrypted content of a file as its input.
 * @throws Error if the passphrase is wrong, the file is damaged or cut off, or the program fails
 */
export async function feedProgram(
  program: Program,
  { name, content, passphrase }: { name: string; content: Readable; passphrase: string },
): Promise<void> {
  const plain = await decryptStream(name, content, passphrase)
  const { child, ended } = start(program)
  child.stdout.resume()
  try {
    await pipeline(plain, child.stdin)
  } catch (error) {
    // A program that fails, or is missing, closes its input: its own message is more useful than the broken pipe.
    const isBrokenPipe = error instanceof Error && 'code' in error && error.code === 'EPIPE'
    if (!isBrokenPipe && child.pid !== undefined) {
      child.kill()
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${name} is damaged: ${reason}`, { cause: error })
    }
  }
  await ended
}

/** Runs a program without input. @throws Error with what it wrote to stderr if it fails */
export async function runProgram(program: Program): Promise<void> {
  const { child, ended } = start(program)
  child.stdin.end()
  child.stdout.resume()
  await ended
}

import { PgPreparedQuery } from '@payloadcms/db-postgres/drizzle/pg-core'

import { noteIfDatabaseUnavailable } from '../database/unavailable'

/*
 * Errors of the database, the mail server, and providers repeat what they were given: the values of a
 * query, the address of a recipient. Logs and job errors keep only what explains the failure.
 */

const emailAddress = /[^\s<>()"'`,;:=/\\]{1,64}@[^\s<>()"'`,;:=/\\]{1,255}/g
/** 'Key (email)=(ana@example.com) already exists.' */
const keyValue = /\)=\([^\n]*?\)(?= |\.|$)/gm
/** Everything after it in a message of Drizzle's. */
const queryValues = /\nparams:[\s\S]*$/

/** Removes email addresses and query values from a text. */
export function redactText(text: string): string {
  return text.replace(queryValues, '').replace(keyValue, ')=(…)').replace(emailAddress, '[email]')
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Fields that are never logged, wherever they are. */
const secretField = /pass(word|phrase)|secret|token|cookie|authorization|api-?key|^e?mail$/i

/** Removes email addresses and secrets from the fields of a log line. Errors stay errors, for their serializer. */
export function redactValues(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (depth > 4) return '[nested]'
  if (Array.isArray(value)) return value.map((one: unknown) => redactValues(one, depth + 1))
  if (!isPlainObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      secretField.test(key) ? '[redacted]' : redactValues(field, depth + 1),
    ]),
  )
}

/** The frames of a stack, without the message before them, which may have several lines. */
function framesOf(stack: string | undefined): string {
  const lines = (stack ?? '').split('\n')
  let first = lines.length
  while (first > 0 && /^\s+at /.test(lines[first - 1] ?? '')) first -= 1
  return lines.slice(first).join('\n')
}

/** Fields of errors that name a cause and never hold a value. */
const safeFields = [
  'code',
  'constraint',
  'table',
  'column',
  'severity',
  'routine',
  'status',
  'statusCode',
  'responseCode',
  'command',
  'syscall',
  'errno',
  'provider',
  'issue',
  'debugId',
  'retryable',
  'kind',
] as const

type RedactedError = {
  type: string
  message: string
  stack: string
  cause?: RedactedError
} & Record<string, unknown>

/** The message without values. PostgreSQL and JSON.parse quote bad input, and an SDK's message may be a whole response. */
function messageOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code')
  const quotesInput =
    error.name === 'SyntaxError' || (typeof code === 'string' && /^22\w{3}$/.test(code))
  if (quotesInput) return error.message.replace(/"[^]*"/g, '"…"')
  return /^\s*[{[<]/.test(error.message) && error.name !== 'ZodError'
    ? '[response]'
    : redactText(error.message)
}

/** Returns what may be logged of an error: its message and stack without personal data, known fields, and its causes. */
export function serializeError(error: unknown, depth = 0): RedactedError {
  if (!(error instanceof Error))
    return {
      type: typeof error,
      message: typeof error === 'string' ? redactText(error) : '',
      stack: '',
    }
  const message = messageOf(error)
  const details: unknown = Reflect.get(error, 'details')
  const fields = safeFields.flatMap((name): [string, unknown][] => {
    const value: unknown =
      Reflect.get(error, name) ??
      (typeof details === 'object' && details !== null ? Reflect.get(details, name) : undefined)
    if (typeof value === 'string') return [[name, redactText(value)]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
  })
  return {
    ...Object.fromEntries(fields),
    type: error.name,
    message,
    stack: `${error.name}: ${message}\n${framesOf(error.stack)}`,
    ...(error.cause !== undefined && depth < 5
      ? { cause: serializeError(error.cause, depth + 1) }
      : {}),
  }
}

/** Returns an error with the same explanation and no personal data, for programs that store or print it. */
export function redactError(error: unknown): Error {
  const { type, message, stack, cause } = serializeError(error)
  const redacted = new Error(cause ? `${message} (${cause.message})` : message)
  redacted.name = type
  redacted.stack = stack
  return redacted
}

let isInstalled = false

/**
 * Removes the values from the errors of failed queries where they are thrown. They would otherwise
 * reach every log that prints an error, also those of Next and of the job queue.
 */
export function hideQueryValues(): void {
  if (isInstalled) return
  isInstalled = true
  const { prototype } = PgPreparedQuery
  // Drizzle wraps every failed query here; the method is internal, and its version is pinned.
  const queryWithCache: unknown = Reflect.get(prototype, 'queryWithCache')
  if (typeof queryWithCache !== 'function')
    throw new Error('Drizzle has changed how it runs queries')
  const withoutValues = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    try {
      return await (Reflect.apply(queryWithCache, this, args) as Promise<unknown>)
    } catch (error) {
      noteIfDatabaseUnavailable(error)
      if (error instanceof Error && 'params' in error) {
        error.message = error.message.replace(queryValues, '')
        error.stack = `${error.name}: ${error.message}\n${framesOf(error.stack)}`
        error.params = []
      }
      throw error
    }
  }
  Reflect.set(prototype, 'queryWithCache', withoutValues)
}

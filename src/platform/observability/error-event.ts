import { randomUUID } from 'node:crypto'
import path from 'node:path'

import { serializeError } from '@/platform/logging/redact-errors'

import { currentWork } from './work-context'

type Origin = { release: string; environment: string; process: string }
type Frame = { function: string; filename: string; lineno: number; colno: number; in_app: boolean }

const maxFrames = 50

/**
 * Removes user input and links from a message: quoted text, query strings, and keys. Logs stay
 * on the shop's machine; reports leave it.
 */
const withoutValues = (text: string): string =>
  text
    .replace(/"[^"]*"/g, '"…"')
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/g, '$1')
    .replace(/\b[0-9a-f]{24,}\b/gi, '[key]')
    .slice(0, 1000)

const frameLine = /^\s+at (?:(.+?) \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/

/** The frames of a stack, outermost first, with files relative to the shop's folder. */
const framesOf = (stack: string): Frame[] =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '?', file = '', lineno, colno] = frameLine.exec(line) ?? []
      if (!file) return []
      return [
        {
          function: name,
          filename: file.startsWith('/') ? path.relative(process.cwd(), file) : file,
          lineno: Number(lineno),
          colno: Number(colno),
          in_app: !/node_modules|^node:/.test(file),
        },
      ]
    })
    .slice(0, maxFrames)
    .reverse()

type Serialized = ReturnType<typeof serializeError>

const withCauses = (error: Serialized): Serialized[] => [
  error,
  ...(error.cause ? withCauses(error.cause) : []),
]

/**
 * An error as an event of Sentry's: kind, redacted message, frames, and the causes. It has no user, no address of a
 * request, no order, and no host name; the request id finds the log lines.
 * @returns the event, and what two events of the same error share
 */
export function toErrorEvent(
  error: unknown,
  { release, environment, process: name }: Origin,
): { event: { event_id: string } & Record<string, unknown>; fingerprint: string } {
  const { type, message, stack, cause, ...fields } = serializeError(error)
  const chain = withCauses({ type, message, stack, ...(cause ? { cause } : {}) })
  const { fields: work, span } = currentWork() ?? {}
  const context = span?.spanContext()
  const values = chain
    .reverse()
    .map((one) => ({
      type: one.type,
      value: withoutValues(one.message),
      stacktrace: { frames: framesOf(one.stack) },
    }))
  const frame = values.at(-1)?.stacktrace.frames.at(-1)
  return {
    fingerprint: `${type} ${frame?.filename ?? ''}:${frame?.lineno ?? withoutValues(message)}`,
    event: {
      event_id: randomUUID().replaceAll('-', ''),
      timestamp: Date.now() / 1000,
      platform: 'node',
      level: 'error',
      release,
      environment,
      tags: {
        process: name,
        ...(work?.requestId ? { request_id: work.requestId } : {}),
        ...(work?.job ? { job: work.job } : {}),
      },
      exception: { values },
      contexts: {
        runtime: { name: 'node', version: process.version },
        ...(context ? { trace: { trace_id: context.traceId, span_id: context.spanId } } : {}),
        ...(Object.keys(fields).length > 0 ? { error: redactFields(fields) } : {}),
      },
    },
  }
}

const redactFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === 'string' ? withoutValues(value) : value,
    ]),
  )

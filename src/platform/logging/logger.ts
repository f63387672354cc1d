import { type Config, defaultLoggerOptions } from 'payload'

import { env, logFormat } from '@/platform/env'
import { reportError } from '@/platform/observability/error-reporter'
import { currentWork } from '@/platform/observability/work-context'

import { writeOutageLine } from './outage-lines'
import { redactText, redactValues, serializeError } from './redact-errors'

declare global {
  /** This process's name in log lines; Next bundles its own copy of this module. */
  var dayfernProcess: 'web' | 'worker' | undefined
}

const errorLevel = 50

const errorIn = (first: unknown): unknown => {
  if (first instanceof Error) return first
  const { err, error } = (first ?? {}) as { err?: unknown; error?: unknown }
  return err ?? error
}

const json = {
  base: { process: undefined },
  formatters: { level: (label: string) => ({ level: label }) },
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
}

/** Redacts what is logged, reports errors, and counts those of a database that can't be reached. */
function logMethod(
  this: unknown,
  args: unknown[],
  log: (...args: unknown[]) => void,
  level: number,
): void {
  const [first, ...more] = args
  const error = errorIn(first)
  const head: unknown[] =
    first instanceof Error
      ? [{ err: first }, ...(more.length > 0 ? [] : [redactText(first.message)])]
      : [redactValues(first)]
  const redacted = [...head, ...more].map((one) =>
    typeof one === 'string' ? redactText(one) : one,
  )
  writeOutageLine(error, (text) => {
    if (!text && level >= errorLevel && error instanceof Error) reportError(error)
    Reflect.apply(log, this, text ? [text] : redacted)
  })
}

/**
 * Payload's logger, without the personal data that errors repeat. Lines name the request, the job, and the order they
 * belong to.
 */
export function createLogger(format: 'text' | 'json') {
  const isJson = format === 'json'
  return {
    destination: isJson
      ? { write: (line: string) => void process.stdout.write(line) }
      : defaultLoggerOptions,
    options: {
      level: env.LOG_LEVEL,
      ...(isJson ? json : {}),
      mixin: () => ({
        ...(isJson ? { process: globalThis.dayfernProcess } : {}),
        ...currentWork()?.fields,
      }),
      serializers: { err: serializeError, error: serializeError },
      hooks: { logMethod },
    },
  } satisfies Config['logger']
}

export const logger = createLogger(logFormat)

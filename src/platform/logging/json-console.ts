import { format } from 'node:util'

import { currentWork } from '@/platform/observability/work-context'

import { writeOutageLine } from './outage-lines'
import { redactText, serializeError } from './redact-errors'

type Level = 'debug' | 'info' | 'warn' | 'error'

const methods = { debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

/** A log line as JSON, with the ids of the request or job that it belongs to. */
export function toJsonLine(level: Level, processName: string, args: readonly unknown[]): string {
  const error = args.find((one) => one instanceof Error)
  const message = format(
    ...args.map((one) => (one instanceof Error ? serializeError(one).message : one)),
  )
  return `${JSON.stringify({
    level,
    time: new Date().toISOString(),
    process: processName,
    ...currentWork()?.fields,
    msg: redactText(message),
    ...(error ? { err: serializeError(error) } : {}),
  })}\n`
}

/**
 * Intercepts everything written through the console: by Next, the job queue, and the shop itself. Errors among it
 * are passed on, those of a database that can't be reached are counted, and with `asJson` every call becomes one line
 * of JSON on the standard output.
 */
export function watchConsole({
  asJson,
  processName,
  onError,
}: {
  asJson: boolean
  processName: string
  onError: (error: Error) => void
}): void {
  for (const [method, level] of Object.entries(methods) as [keyof typeof methods, Level][]) {
    const print = console[method].bind(console)
    console[method] = (...values: unknown[]) => {
      const error = values.find((one) => one instanceof Error)
      writeOutageLine(error, (text) => {
        const shown = text ? [text] : values
        if (level === 'error') for (const one of shown) if (one instanceof Error) onError(one)
        if (asJson) process.stdout.write(toJsonLine(level, processName, shown))
        else print(...shown)
      })
    }
  }
}

import { type Config, defaultLoggerOptions } from 'payload'

import { redactText, serializeError } from './redact-errors'

/** Payload's logger, without the personal data that errors repeat. */
export const logger = {
  destination: defaultLoggerOptions,
  options: {
    serializers: { err: serializeError, error: serializeError },
    hooks: {
      logMethod(this: unknown, args: unknown[], log: (...args: unknown[]) => void) {
        const [first, ...more] = args
        const head: unknown[] =
          first instanceof Error
            ? [{ err: first }, ...(more.length > 0 ? [] : [redactText(first.message)])]
            : [first]
        const redacted = [...head, ...more].map((one) =>
          typeof one === 'string' ? redactText(one) : one,
        )
        Reflect.apply(log, this, redacted)
      },
    },
  },
} satisfies Config['logger']

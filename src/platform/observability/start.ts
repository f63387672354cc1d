import { readFile } from 'node:fs/promises'

import { env, logFormat } from '@/platform/env'
import { watchConsole } from '@/platform/logging/json-console'

import { ErrorReporter, reportError } from './error-reporter'
import { startTracing } from './open-telemetry'

/** What the shop calls itself in traces and error reports: `dayfern@` and the version. */
const readRelease = async (): Promise<string> => {
  if (env.SENTRY_RELEASE) return env.SENTRY_RELEASE
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  return `dayfern@${version}`
}

/**
 * Sets up logs, error reports, and traces of this process, before anything else runs in it.
 * @returns sends what is still on its way; takes two seconds at most
 */
export async function startObservability(
  processName: 'web' | 'worker',
): Promise<() => Promise<void>> {
  globalThis.dayfernProcess = processName
  watchConsole({ asJson: logFormat === 'json', processName, onError: reportError })
  const release = await readRelease()
  if (env.SENTRY_DSN) {
    globalThis.dayfernErrorReporter = new ErrorReporter({
      dsn: env.SENTRY_DSN,
      release,
      environment: env.SENTRY_ENVIRONMENT,
      process: processName,
    })
    process.on('uncaughtExceptionMonitor', reportError)
  }
  const tracing = env.OTEL_EXPORTER_OTLP_ENDPOINT
    ? await startTracing(`dayfern-${processName}`, {
        release,
        sampleRatio: env.OTEL_TRACES_SAMPLER_ARG,
      })
    : undefined
  return async () => {
    const sent = Promise.allSettled([tracing?.shutdown(), globalThis.dayfernErrorReporter?.flush()])
    await Promise.race([sent, new Promise((resolve) => setTimeout(resolve, 2000).unref())])
  }
}

import type { Span, SpanContext } from '@opentelemetry/api'

import { currentWork, runWork, type Work } from './work-context'

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** Names, counts, and kinds. Never an address, a query value, or anything else that was typed in. */
type SpanAttributes = Record<string, string | number | boolean>

export type SpanOptions = { kind: SpanKind; attributes: SpanAttributes; parent?: SpanContext }

/** What src/platform/observability/open-telemetry.ts sets up when a collector is configured. */
export type Tracing = {
  startSpan: (name: string, options: SpanOptions) => Span
  shutdown: () => Promise<void>
}

declare global {
  /** Next bundles its own copy of this module, so the tracer is stored where all copies find it. */
  var dayfernTracing: Tracing | undefined
}

const statusError = 2

const runSpan = async <Result>(
  span: Span,
  work: Work,
  run: () => Result | Promise<Result>,
): Promise<Result> => {
  try {
    return await runWork({ ...work, span }, run)
  } catch (error) {
    // Its message may hold what was typed in.
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
    span.setStatus({ code: statusError })
    throw error
  } finally {
    span.end()
  }
}

/** Runs one request or job, as a span of its own when tracing is on. */
export function traceWork<Result>(
  work: Work,
  name: string,
  options: SpanOptions,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  const span = globalThis.dayfernTracing?.startSpan(name, options)
  return span ? runSpan(span, work, run) : Promise.resolve(runWork(work, run))
}

/** Runs a step of the current request or job as a span; without a trace it just runs. */
export function traceStep<Result>(
  name: string,
  { kind, attributes }: Omit<SpanOptions, 'parent'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const tracing = globalThis.dayfernTracing
  const work = currentWork()
  if (!tracing || !work?.span) return run()
  const parent = work.span.spanContext()
  return runSpan(tracing.startSpan(name, { kind, attributes, parent }), work, run)
}

/** Adds to the span of the current request or step, and renames it. */
export function describeSpan(attributes: SpanAttributes, name?: string): void {
  const span = currentWork()?.span
  span?.setAttributes(attributes)
  if (name) span?.updateName(name)
  const status = attributes['http.response.status_code']
  if (typeof status === 'number' && status >= 500) span?.setStatus({ code: statusError })
}

/** The current span as a `traceparent` header (W3C Trace Context); undefined without one. */
export function currentTraceParent(): string | undefined {
  const context = currentWork()?.span?.spanContext()
  return context && `00-${context.traceId}-${context.spanId}-0${context.traceFlags & 1}`
}

/** Reads a `traceparent` header; undefined for anything else. */
export function parseTraceParent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(typeof text === 'string' ? text : '') ??
    []
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & 1, isRemote: true }
}

import type { SpanKind as ApiSpanKind } from '@opentelemetry/api'

import type { SpanKind, Tracing } from './tracing'

const kinds: Record<SpanKind, ApiSpanKind> = { internal: 0, server: 1, client: 2, consumer: 4 }

/**
 * Sends spans to the collector at OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP, JSON). The exporter reads its other
 * OTEL_EXPORTER_OTLP_* variables on its own. Its packages are loaded here, so that a shop without a collector never
 * loads them. Nothing is registered globally: Next would add spans whose attributes hold whole URLs.
 * @param serviceName as 'dayfern-web'
 */
export async function startTracing(
  serviceName: string,
  { release, sampleRatio }: { release: string; sampleRatio: number },
): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': release }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(sampleRatio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(new OTLPTraceExporter({ timeoutMillis: 5000 }), {
        scheduledDelayMillis: 2000,
        maxQueueSize: 4096,
      }),
    ],
  })
  const tracer = provider.getTracer('dayfern')
  const tracing: Tracing = {
    startSpan: (name, { kind, attributes, parent }) =>
      tracer.startSpan(
        name,
        { kind: kinds[kind], attributes },
        parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT,
      ),
    shutdown: () => provider.shutdown(),
  }
  globalThis.dayfernTracing = tracing
  return tracing
}

import { currentTraceParent } from './tracing'
import { currentWork, type WorkFields } from './work-context'

/** Where a job comes from: stored with it, so that its log lines and its trace continue those of the request. */
type JobOrigin = Pick<WorkFields, 'requestId' | 'orderId'> & { traceparent?: string }

/** The key of a job's payload that holds its origin. */
const originKey = 'queuedBy'

/** Adds the current request or job to the payload of a job that it queues. */
export function withOrigin(payload: object): object {
  const work = currentWork()
  if (!work) return payload
  const { requestId, orderId } = work.fields
  const traceparent = currentTraceParent()
  const origin: JobOrigin = {
    ...(requestId === undefined ? {} : { requestId }),
    ...(orderId === undefined ? {} : { orderId }),
    ...(traceparent === undefined ? {} : { traceparent }),
  }
  return Object.keys(origin).length > 0 ? { ...payload, [originKey]: origin } : payload
}

/** Takes the origin out of the payload of a job. */
export function takeOrigin(data: unknown): { payload: object; origin: JobOrigin } {
  const { [originKey]: stored, ...payload } = (data ?? {}) as Record<string, unknown>
  const { requestId, orderId, traceparent } = (stored ?? {}) as Record<string, unknown>
  return {
    payload,
    origin: {
      ...(typeof requestId === 'string' ? { requestId } : {}),
      ...(typeof orderId === 'number' ? { orderId } : {}),
      ...(typeof traceparent === 'string' ? { traceparent } : {}),
    },
  }
}

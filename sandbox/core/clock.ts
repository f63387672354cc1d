/**
 * The sandbox's own time: the real clock plus an offset set over the control
 * port, so that a test can pass six hours (order keys) or 45 days (refund keys)
 * without waiting.
 */
export interface Clock {
  now: () => number
  /** RFC 3339 in whole seconds, the way PayPal writes times. */
  iso: (at?: number) => string
  offset: () => number
  setOffset: (milliseconds: number) => void
}

export function createClock(): Clock {
  let offset = 0
  const now = () => Date.now() + offset
  return {
    now,
    iso: (at = now()) => new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z'),
    offset: () => offset,
    setOffset: (milliseconds) => {
      offset = milliseconds
    },
  }
}

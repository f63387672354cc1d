/** Formats a position or length: 3:06, 1:02:09. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

/** The same for screen readers. */
export function durationLabel(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  const count = (number: number, one: string): string =>
    `${number} ${one}${number === 1 ? '' : 's'}`
  return [
    minutes > 0 ? count(minutes, 'minute') : '',
    rest > 0 || minutes === 0 ? count(rest, 'second') : '',
  ]
    .filter(Boolean)
    .join(' ')
}

export const playbackRates = [0.75, 1, 1.25, 1.5] as const
/** Minutes; 0 is the end of the recording. */
export const sleepTimerMinutes = [0, 5, 10, 15, 30] as const
export const skipSeconds = 15

const key = (id: number): string => `listening:${id}`
/** Within this many seconds of its start or end, a recording starts over. */
const margin = 5

/** Where the listener stopped, on this device. */
export function getSavedPosition(id: number, length: number | null): number {
  try {
    const seconds = Number(localStorage.getItem(key(id)))
    return Number.isFinite(seconds) &&
      seconds > margin &&
      (length === null || seconds < length - margin)
      ? seconds
      : 0
  } catch {
    return 0
  }
}

export function savePosition(id: number, seconds: number): void {
  try {
    if (seconds > 0) localStorage.setItem(key(id), String(Math.floor(seconds)))
    else localStorage.removeItem(key(id))
  } catch {
    /* no storage: it begins at the start next time */
  }
}

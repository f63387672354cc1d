type Trend = { text: string; isGood: boolean }

/** Beyond this, a percentage means little: the period before was nearly empty. */
const highestPercent = 500

/**
 * Compares a figure with the one before: '+12%', '−8%', 'same as before'. Null if there is nothing to compare
 * with. After a quiet period it names the figure instead: 'up from $48'.
 */
export function calculateTrend(
  now: number,
  before: number,
  format: (value: number) => string = (value) => value.toLocaleString('en-US'),
): Trend | null {
  if (before <= 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { text: 'same as before', isGood: true }
  if (percent > highestPercent) return { text: `up from ${format(before)}`, isGood: true }
  return {
    text: `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')}%`,
    isGood: percent > 0,
  }
}

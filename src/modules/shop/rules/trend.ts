export type Trend = { text: string; isGood: boolean }

/**
 * How a figure stands against the one before: '+12%', '−8%', 'same as before'. Null when there was nothing before to
 * compare with; a trend is never made up.
 */
export function calculateTrend(now: number, before: number): Trend | null {
  if (before <= 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  if (percent === 0) return { text: 'same as before', isGood: true }
  return {
    text: `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')}%`,
    isGood: percent > 0,
  }
}

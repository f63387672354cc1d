import { durationLabel, formatDuration } from '@/components/content/audio-playback'

describe('duration', () => {
  it.each([
    [0, '0:00'],
    [9.9, '0:09'],
    [186, '3:06'],
    [3729, '1:02:09'],
    [-3, '0:00'],
  ])('of %d seconds is shown as %s', (seconds, shown) =>
    expect(formatDuration(seconds)).toBe(shown),
  )
  it.each([
    [0, '0 seconds'],
    [1, '1 second'],
    [60, '1 minute'],
    [186, '3 minutes 6 seconds'],
  ])('of %d seconds is labeled %s', (seconds, label) => expect(durationLabel(seconds)).toBe(label))
})

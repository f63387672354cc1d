/** In percent from the left and the top of an image. */
export type FocusPoint = { x: number; y: number }
/** A part of an image, in percent of its width and height. */
export type Crop = { left: number; top: number; width: number; height: number }

export const middle: FocusPoint = { x: 50, y: 50 }

/** The shapes that staff can choose; the first keeps the image's own. */
export const cropRatios: readonly { value: string; label: string; ratio: number | null }[] = [
  { value: '', label: 'Original', ratio: null },
  { value: '1:1', label: 'Square (1:1)', ratio: 1 },
  { value: '4:5', label: 'Portrait (4:5)', ratio: 4 / 5 },
  { value: '3:2', label: 'Landscape (3:2)', ratio: 3 / 2 },
  { value: '16:9', label: 'Wide (16:9)', ratio: 16 / 9 },
]

const round = (value: number): number => Math.round(value * 100) / 100

/** Centers a length on a point, as far as the edges let it. */
const placed = (point: number, length: number): number =>
  round(Math.min(100 - length, Math.max(0, point - length / 2)))

/**
 * Returns the largest part of an image with an aspect ratio, scaled to `size` percent, as close around
 * the focal point as the edges let it.
 * @param ratio width by height; null for the image's own
 */
export function cropAround({
  ratio,
  size,
  focus,
  width,
  height,
}: {
  ratio: number | null
  size: number
  focus: FocusPoint
  width: number
  height: number
}): Crop {
  const relative = (ratio ?? width / height) / (width / height)
  const part = {
    width: round(Math.min(1, relative) * size),
    height: round(Math.min(1, 1 / relative) * size),
  }
  return { left: placed(focus.x, part.width), top: placed(focus.y, part.height), ...part }
}

import { cropAround } from '@/modules/media/rules/crop'

const landscape = { width: 1200, height: 800 }

it('takes the largest area with the given ratio around the focal point', () => {
  expect(cropAround({ ratio: 1, size: 100, focus: { x: 50, y: 50 }, ...landscape })).toEqual({
    left: 16.67,
    top: 0,
    width: 66.67,
    height: 100,
  })
  expect(cropAround({ ratio: 3, size: 100, focus: { x: 50, y: 50 }, ...landscape })).toEqual({
    left: 0,
    top: 25,
    width: 100,
    height: 50,
  })
})

it('stays inside the image wherever the focal point is', () => {
  for (const x of [0, 10, 90, 100])
    for (const ratio of [null, 1, 4 / 5, 16 / 9])
      for (const size of [20, 55, 100]) {
        const { left, top, width, height } = cropAround({
          ratio,
          size,
          focus: { x, y: 100 - x },
          ...landscape,
        })
        expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
        expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(100.01)
      }
})

it('keeps the whole image if no ratio or smaller size is chosen', () => {
  expect(cropAround({ ratio: null, size: 100, focus: { x: 0, y: 100 }, ...landscape })).toEqual({
    left: 0,
    top: 0,
    width: 100,
    height: 100,
  })
})

import { renderToStaticMarkup } from 'react-dom/server'

import { RevenueChart } from '@/admin/dashboard/revenue-chart'

const point = (from: string, revenueCents: number) => ({ from, revenueCents, orders: 1 })
/** The top and bottom of each bar from left to right, measured from the top of the chart. */
const barsOf = (amounts: number[]) => {
  const points = amounts.map((cents, index) => point(`2026-11-0${index + 1}`, cents))
  const html = renderToStaticMarkup(<RevenueChart points={points} step="day" />)
  const bars = [...html.matchAll(/<rect class="df-chart__(?:bar|now)"([^>]*)>/g)].map(
    ([, attributes = '']) => {
      const value = (name: string) =>
        Number(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1])
      return { top: value('y'), bottom: value('y') + value('height') }
    },
  )
  return { bars, zero: Number(/df-chart__floor" d="M0 ([\d.]+)H/.exec(html)?.[1]) }
}

it('a day with more refunds than sales has a bar below the zero line', () => {
  const { bars, zero } = barsOf([5000, -3000])
  expect(bars).toHaveLength(2)
  expect(bars[0]?.bottom).toBeCloseTo(zero)
  expect(bars[0]?.top).toBeLessThan(zero)
  expect(bars[1]?.top).toBeCloseTo(zero)
  expect(bars[1]?.bottom).toBeGreaterThan(zero)
})

it('a day without revenue has no bar', () => expect(barsOf([5000, 0]).bars).toHaveLength(1))

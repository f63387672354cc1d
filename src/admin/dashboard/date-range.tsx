import { ChevronDown } from 'lucide-react'
import type { Payload } from 'payload'

import { Button, TextLink } from '@/admin/form/button'
import { Fact } from '@/admin/shell/fact'
import { formatCalendarDay } from '@/admin/shell/format-dates'
import { getRangeTotals } from '@/modules/shop/queries/sales-stats'
import { comparedRange, type Comparison, type DateRange } from '@/modules/shop/rules/date-range'
import { calculateTrend } from '@/modules/shop/rules/trend'
import { formatMoney } from '@/platform/money'

type Totals = Awaited<ReturnType<typeof getRangeTotals>>
export type ComparedPeriod = {
  range: DateRange
  comparison: Comparison
  before: DateRange
  totals: Totals
  totalsBefore: Totals
}

export async function comparePeriods(
  payload: Payload,
  range: DateRange,
  comparison: Comparison,
): Promise<ComparedPeriod> {
  const before = comparedRange(range, comparison)
  const [totals, totalsBefore] = await Promise.all([
    getRangeTotals(payload, range),
    getRangeTotals(payload, before),
  ])
  return { range, comparison, before, totals, totalsBefore }
}

/** A plain GET form: the range is part of the URL. */
export function DateRangeForm({ period }: { period: ComparedPeriod | null }) {
  return (
    <form action="/admin" className="df-range">
      <label>
        From
        <input
          type="date"
          name="from"
          required
          className="df-control"
          defaultValue={period?.range.from}
        />
      </label>
      <label>
        To
        <input
          type="date"
          name="to"
          required
          className="df-control"
          defaultValue={period?.range.to}
        />
      </label>
      <label>
        Compare with
        <span className="df-select">
          <select
            name="compare"
            className="df-control"
            defaultValue={period?.comparison ?? 'period'}
          >
            <option value="period">Previous period</option>
            <option value="year">Same days last year</option>
          </select>
          <ChevronDown aria-hidden size={18} strokeWidth={1.6} />
        </span>
      </label>
      <Button type="submit" small>
        Show
      </Button>
      {period ? (
        <TextLink look="plain" href="/admin">
          Clear
        </TextLink>
      ) : null}
    </form>
  )
}

const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatCalendarDay(day)}</time>
const Days = ({ from, to }: DateRange) => (
  <>
    <Day day={from} /> to <Day day={to} />
  </>
)

const Change = ({
  now,
  before,
  format,
}: {
  now: number
  before: number
  format: (value: number) => string
}) => {
  const trend = calculateTrend(now, before, format)
  return (
    <>
      {format(now)}, {format(before)} before
      {trend ? ` (${trend.text})` : ''}
    </>
  )
}

export function PeriodComparison({ period }: { period: ComparedPeriod }) {
  const { range, before, totals, totalsBefore } = period
  return (
    <dl className="df-facts">
      <Fact name="Period">
        <Days {...range} />
      </Fact>
      <Fact name="Compared with">
        <Days {...before} />
      </Fact>
      <Fact name="Revenue">
        <Change now={totals.revenueCents} before={totalsBefore.revenueCents} format={formatMoney} />
      </Fact>
      <Fact name="Paid orders">
        <Change now={totals.orders} before={totalsBefore.orders} format={String} />
      </Fact>
    </dl>
  )
}

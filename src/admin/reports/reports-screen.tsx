import { Button, ButtonLink, TextLink } from '@/admin/form/button'
import { MetricExplanation } from '@/admin/list/stat-card'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen } from '@/admin/screen'
import { formatCalendarDay } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { getSalesReport } from '@/modules/shop/queries/sales-reports'
import {
  chosenDateRange,
  type DateRange,
  lastDays,
  maxRangeYears,
} from '@/modules/shop/rules/date-range'
import {
  type ReportColumn,
  type ReportKind,
  reportKinds,
  reportLabels,
  type ReportRow,
  type SalesReport,
} from '@/modules/shop/rules/sales-report'
import { env } from '@/platform/env'
import { formatMoney } from '@/platform/money'
import { EmptyState } from '@/ui/empty-state'

const defaultDays = 30
/** Longer lists are in the CSV file. */
const maxRows = 500
const barsShown = 10

const hrefOf = (kind: ReportKind, { from, to }: DateRange): string =>
  `/admin/reports?report=${kind}&from=${from}&to=${to}`

const format = ({ kind }: ReportColumn, value: string | number | null | undefined): string => {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'string') return kind === 'date' ? formatCalendarDay(value) : value
  return kind === 'money' ? formatMoney(value) : value.toLocaleString('en-US')
}

const RangeForm = ({ kind, range }: { kind: ReportKind; range: DateRange }) => (
  <form action="/admin/reports" className="df-range">
    <input type="hidden" name="report" value={kind} />
    <label>
      From
      <input type="date" name="from" required className="df-control" defaultValue={range.from} />
    </label>
    <label>
      To
      <input type="date" name="to" required className="df-control" defaultValue={range.to} />
    </label>
    <Button type="submit" small>
      Show
    </Button>
    <TextLink look="plain" href={`/admin/reports?report=${kind}`}>
      Last {defaultDays} days
    </TextLink>
  </form>
)

const isNumeric = ({ kind }: ReportColumn): boolean => kind === 'count' || kind === 'money'
const cellClass = (column: ReportColumn): string => (isNumeric(column) ? 'df-number' : '')

/** The largest values as bars; over time, the latest ones. Hidden from screen readers, which have the table. */
const Bars = ({ report: { rows, columns, chart } }: { report: SalesReport }) => {
  const column = columns.find(({ key }) => key === chart.value)
  const valueOf = (row: ReportRow): number => Number(row[chart.value] ?? 0)
  const ordered = chart.isOverTime ? rows : rows.toSorted((a, b) => valueOf(b) - valueOf(a))
  const bars = ordered.filter((row) => valueOf(row) > 0).slice(0, barsShown)
  if (!column || bars.length < 2) return null
  const longest = Math.max(...bars.map(valueOf))
  const labelOf = (row: ReportRow): string =>
    columns
      .filter(({ key }) => chart.label.includes(key))
      .map((one) => format(one, row[one.key]))
      .filter(Boolean)
      .join(', ')
  return (
    <ol className="df-bars" aria-hidden>
      {bars.map((row, index) => (
        <li key={index}>
          <span>{labelOf(row)}</span>
          <span>{format(column, row[chart.value])}</span>
          <span style={{ width: `${(valueOf(row) / longest) * 100}%` }} />
        </li>
      ))}
    </ol>
  )
}

/** A wide table scrolls by itself, so the keyboard has to reach it. */
const scrollable = { role: 'region', 'aria-label': 'Report', tabIndex: 0 }

const ReportTable = ({ report: { columns, rows, totals } }: { report: SalesReport }) => (
  <div className="df-report" {...scrollable}>
    <table className="df-plain-table">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" className={cellClass(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, maxRows).map((row, index) => (
          <tr key={index}>
            {columns.map((column) => (
              <td key={column.key} className={cellClass(column)}>
                {format(column, row[column.key])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          {columns.map((column, index) =>
            index === 0 ? (
              <th key={column.key} scope="row">
                Total
              </th>
            ) : (
              <td key={column.key} className={cellClass(column)}>
                {isNumeric(column) ? format(column, totals[column.key]) : ''}
              </td>
            ),
          )}
        </tr>
      </tfoot>
    </table>
    {rows.length > maxRows ? (
      <p className="df-panel__text">
        The first {maxRows} of {rows.length.toLocaleString('en-US')} rows. The CSV file has all of
        them.
      </p>
    ) : null}
  </div>
)

export const ReportsScreen = defineScreen({
  requires: 'stats:read',
  show: async ({ payload, query }) => {
    const kind = reportKinds.find((one) => one === query.report) ?? 'products'
    const chosen = chosenDateRange(query.from, query.to)
    const range = chosen ?? lastDays(defaultDays, env.SHOP_TIME_ZONE)
    const isCut = chosen !== null && ![query.from, query.to].includes(chosen.from)
    const report = await getSalesReport(payload, kind, range)
    return {
      title: 'Reports',
      lead: 'What was sold, refunded, and earned.',
      actions: (
        <ButtonLink
          native
          href={`/api/admin/reports/${kind}/export?from=${range.from}&to=${range.to}`}
        >
          Export CSV
        </ButtonLink>
      ),
      children: (
        <>
          <Tabs
            label="Report"
            current={kind}
            tabs={reportKinds.map((value) => ({
              value,
              label: reportLabels[value],
              href: hrefOf(value, range),
            }))}
          />
          <Panel title={reportLabels[kind]}>
            <RangeForm kind={kind} range={range} />
            {isCut ? (
              <p className="df-panel__text">
                Reports cover up to {maxRangeYears} years, so this one starts on{' '}
                {formatCalendarDay(range.from)}.
              </p>
            ) : null}
            {report.rows.length === 0 ? (
              <EmptyState emblem="unfurl" title="Nothing in this period">
                Try a different date range.
              </EmptyState>
            ) : (
              <>
                <Bars report={report} />
                <ReportTable report={report} />
              </>
            )}
            <MetricExplanation>{report.note}</MetricExplanation>
          </Panel>
        </>
      ),
    }
  },
})

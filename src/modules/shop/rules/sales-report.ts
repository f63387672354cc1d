/** The kinds of reports, in the order of their tabs. */
export const reportKinds = [
  'products',
  'variants',
  'discounts',
  'states',
  'tax',
  'payments',
  'refunds',
  'returns',
  'gift-cards',
  'profit',
] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportLabels = {
  products: 'Products',
  variants: 'Variants',
  discounts: 'Discounts',
  states: 'States',
  tax: 'Sales tax',
  payments: 'Payments',
  refunds: 'Refunds',
  returns: 'Returns',
  'gift-cards': 'Gift cards',
  profit: 'Costs and profit',
} satisfies Record<ReportKind, string>

/** How a value is shown: cents as money, a count as a number, a date from `YYYY-MM-DD`. Null means unknown. */
export type ReportColumn = { key: string; label: string; kind: 'text' | 'date' | 'count' | 'money' }
export type ReportRow = Record<string, string | number | null>

export type SalesReport = {
  columns: readonly ReportColumn[]
  rows: ReportRow[]
  /** The sums of counts and money, with an order that is in several rows counted once. */
  totals: ReportRow
  /**
   * The columns of the chart: the label of a bar, and its length. Over time, the bars are in the order of the dates.
   */
  chart: { label: readonly string[]; value: string; isOverTime?: boolean }
  /** What is counted. */
  note: string
}

/** Adds up the counts and the money of all rows; unknown values count as nothing. */
export function sumRows(columns: readonly ReportColumn[], rows: readonly ReportRow[]): ReportRow {
  return Object.fromEntries(
    columns.map(({ key, kind }) => [
      key,
      kind === 'text' || kind === 'date'
        ? ''
        : rows.reduce((sum, row) => {
            const value = row[key]
            return sum + (typeof value === 'number' ? value : 0)
          }, 0),
    ]),
  )
}

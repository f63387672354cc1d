import { Hono } from 'hono'

import type { ProviderContext } from '../context'
import { PayPalError } from '../errors'
import type { PayPalEnv } from './request-context'

const DAY = 24 * 60 * 60 * 1000
const MAX_DAYS = 31
const MAX_ROWS = 500
const statuses: Record<string, string> = { PENDING: 'P', DECLINED: 'D', FAILED: 'D' }

const time = (text: string | undefined, field: string): number => {
  const value = Date.parse(text ?? '')
  if (Number.isNaN(value))
    throw new PayPalError(400, [{ issue: 'INVALID_REQUEST', field, location: 'query' }])
  return value
}

/** Transaction Search v1: what was paid and refunded between two times, at most 31 days apart. */
export function reportingRoutes(context: ProviderContext) {
  const app = new Hono<PayPalEnv>()

  app.get('/v1/reporting/transactions', (c) => {
    const from = time(c.req.query('start_date'), 'start_date')
    const to = time(c.req.query('end_date'), 'end_date')
    if (to < from || to - from > MAX_DAYS * DAY)
      throw new PayPalError(400, [
        { issue: 'INVALID_DATE_RANGE', field: 'end_date', location: 'query' },
      ])
    const size = Math.min(Number(c.req.query('page_size') ?? 100), MAX_ROWS)
    const page = Number(c.req.query('page') ?? 1)
    const isMine = ({ clientId, createdAt }: { clientId: string; createdAt: number }) =>
      clientId === c.get('clientId') && createdAt >= from && createdAt <= to
    const row = (
      {
        id,
        createdAt,
        amount,
        customId,
      }: {
        id: string
        createdAt: number
        amount: { currency_code: string; value: string }
        customId?: string
      },
      more: Record<string, unknown>,
    ) => ({
      transaction_info: {
        transaction_id: id,
        transaction_initiation_date: new Date(createdAt).toISOString(),
        transaction_updated_date: new Date(createdAt).toISOString(),
        transaction_amount: amount,
        ...(customId && { custom_field: customId }),
        ...more,
      },
    })
    const rows = [
      ...Object.values(context.state.captures)
        .filter(isMine)
        .map((capture) =>
          row(capture, {
            transaction_event_code: 'T0006',
            transaction_status: statuses[capture.status] ?? 'S',
            ...(capture.invoiceId && { invoice_id: capture.invoiceId }),
          }),
        ),
      ...Object.values(context.state.refunds)
        .filter(isMine)
        .map((refund) =>
          row(
            { ...refund, amount: { ...refund.amount, value: `-${refund.amount.value}` } },
            { transaction_event_code: 'T1107', transaction_status: 'S' },
          ),
        ),
    ]
    return c.json({
      transaction_details: rows.slice((page - 1) * size, page * size),
      start_date: c.req.query('start_date'),
      end_date: c.req.query('end_date'),
      page,
      total_items: rows.length,
      total_pages: Math.max(1, Math.ceil(rows.length / size)),
      links: [],
    })
  })

  return app
}

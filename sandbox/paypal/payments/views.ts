import type { ProviderContext } from '../context'
import { feeOf, toHundredths, toMoney } from '../money'
import { type CaptureRecord, isCardSource, type RefundRecord } from '../state'

/** A capture as Orders v2 and Payments v2 show it; the breakdown is absent until the capture is completed. */
export function captureView(context: ProviderContext, capture: CaptureRecord) {
  const { amount } = capture
  const gross = toHundredths(amount)
  const fee = feeOf(gross)
  const money = (hundredths: bigint) => toMoney(amount.currency_code, hundredths)
  // A card's declined capture may show a breakdown, too: only its status says whether money moved.
  const settled =
    isCardSource(capture.source) ||
    (capture.status !== 'PENDING' && capture.status !== 'DECLINED' && capture.status !== 'FAILED')
  const self = `${context.origin()}/v2/payments/captures/${capture.id}`
  return {
    id: capture.id,
    status: capture.status,
    ...(capture.reason && { status_details: { reason: capture.reason } }),
    amount,
    final_capture: true,
    ...(capture.customId && { custom_id: capture.customId }),
    ...(capture.invoiceId && { invoice_id: capture.invoiceId }),
    seller_protection: isCardSource(capture.source)
      ? { status: 'NOT_ELIGIBLE' }
      : {
          status: 'ELIGIBLE',
          dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
        },
    ...(capture.responseCode && {
      processor_response:
        capture.responseCode === '0000'
          ? { avs_code: 'Y', cvv_code: 'M', response_code: '0000' }
          : { avs_code: 'G', cvv_code: 'P', response_code: capture.responseCode },
    }),
    ...(settled && {
      seller_receivable_breakdown: {
        gross_amount: amount,
        paypal_fee: money(fee),
        net_amount: money(gross - fee),
      },
    }),
    create_time: context.clock.iso(capture.createdAt),
    update_time: context.clock.iso(capture.updatedAt),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      {
        href: `${context.origin()}/v2/checkout/orders/${capture.orderId}`,
        rel: 'up',
        method: 'GET',
      },
    ],
  }
}

/** `GET /v2/payments/captures/{id}` and the webhooks also say which order it was. */
export function captureWithOrder(context: ProviderContext, capture: CaptureRecord) {
  return {
    ...captureView(context, capture),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  }
}

/** A refund without numbers of its own shows those of its capture. */
export function refundView(context: ProviderContext, refund: RefundRecord) {
  const { amount } = refund
  const capture = context.state.captures[refund.captureId]
  const invoiceId = refund.invoiceId ?? capture?.invoiceId
  const customId = refund.customId ?? capture?.customId
  const money = (hundredths: bigint) => toMoney(amount.currency_code, hundredths)
  return {
    id: refund.id,
    status: refund.status,
    amount,
    ...(invoiceId && { invoice_id: invoiceId }),
    ...(customId && { custom_id: customId }),
    ...(refund.note && { note_to_payer: refund.note }),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: money(0n),
      net_amount: amount,
      total_refunded_amount: refund.totalRefunded,
    },
    create_time: context.clock.iso(refund.createdAt),
    update_time: context.clock.iso(refund.createdAt),
    links: refundLinks(context, refund),
  }
}

/** `Prefer: return=minimal`, the default. */
export function refundMinimal(context: ProviderContext, refund: RefundRecord) {
  return { id: refund.id, status: refund.status, links: refundLinks(context, refund) }
}

function refundLinks(context: ProviderContext, refund: RefundRecord) {
  return [
    { href: `${context.origin()}/v2/payments/refunds/${refund.id}`, rel: 'self', method: 'GET' },
    {
      href: `${context.origin()}/v2/payments/captures/${refund.captureId}`,
      rel: 'up',
      method: 'GET',
    },
  ]
}

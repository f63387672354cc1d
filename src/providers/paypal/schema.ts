import { z } from 'zod'

import { parseMoney } from '@/platform/money'
import type { CardVerification } from '@/platform/payment-methods'
import type {
  CaptureStatus,
  CaptureView,
  ExpressPayment,
  PaymentState,
  ProviderPayment,
  RefundView,
} from '@/providers/interfaces'

/** PayPal's responses, as far as the shop reads them (Orders v2, Payments v2). Unknown fields are ignored. */
const amount = z.object({ currency_code: z.string(), value: z.string() })

const captureSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount,
  custom_id: z.string().optional(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
  processor_response: z.object({ response_code: z.string().optional() }).optional(),
  seller_receivable_breakdown: z.object({ paypal_fee: amount.optional() }).optional(),
})
export const captureDetailsSchema = z
  .object({
    custom_id: z.string().nullish(),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: z.string().nullish() }).nullish() })
      .nullish(),
  })
  .transform(({ custom_id, supplementary_data }) => ({
    reference: custom_id ?? null,
    paymentId: supplementary_data?.related_ids?.order_id ?? null,
  }))
export const refundSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: amount.optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})
const cardSchema = z
  .object({
    authentication_result: z
      .object({
        liability_shift: z.string().optional(),
        three_d_secure: z
          .object({
            enrollment_status: z.string().optional(),
            authentication_status: z.string().optional(),
          })
          .optional(),
      })
      .optional(),
  })
  .optional()
export const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  payment_source: z
    .object({ card: cardSchema, google_pay: z.object({ card: cardSchema }).optional() })
    .optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(captureSchema).default([]),
            refunds: z.array(refundSchema).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
})
const text = z.string().default('')
const noAddress = {
  address_line_1: '',
  address_line_2: '',
  admin_area_1: '',
  admin_area_2: '',
  postal_code: '',
  country_code: '',
}
/** An order that asked PayPal for the buyer's details. */
export const expressSchema = z.object({
  status: z.string(),
  payer: z.object({ email_address: text }).optional(),
  payment_source: z
    .object({
      paypal: z.object({ phone_number: z.object({ national_number: text }).optional() }).optional(),
    })
    .optional(),
  purchase_units: z
    .array(
      z.object({
        amount,
        shipping: z
          .object({
            name: z.object({ full_name: text }).optional(),
            address: z
              .object({
                address_line_1: text,
                address_line_2: text,
                admin_area_1: text,
                admin_area_2: text,
                postal_code: text,
                country_code: text,
              })
              .optional(),
          })
          .optional(),
      }),
    )
    .length(1),
})
export const reportSchema = z.object({
  total_pages: z.number().default(1),
  transaction_details: z
    .array(
      z.object({
        transaction_info: z.object({
          transaction_id: z.string(),
          transaction_event_code: z.string().default(''),
          transaction_initiation_date: z.string(),
          transaction_status: z.string().default(''),
          transaction_amount: amount.optional(),
          invoice_id: z.string().optional(),
          custom_field: z.string().optional(),
        }),
      }),
    )
    .default([]),
})
export const createdSchema = z.object({
  id: z.string().regex(/^[A-Z0-9]{1,36}$/),
  status: z.string(),
})
export const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() })
export const errorSchema = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string() })).default([]),
})
export const webhookEventSchema = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(200),
  resource: z.record(z.string(), z.unknown()),
})

/** Only a capture's status says whether money moved; the order's own status does not. */
const captureStatuses: Record<string, CaptureStatus> = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'declined',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'completed',
}

function toCapture(capture: z.infer<typeof captureSchema>, reference?: string): CaptureView {
  return {
    id: capture.id,
    status: captureStatuses[capture.status] ?? 'pending',
    amountCents: parseMoney(capture.amount.value),
    currency: capture.amount.currency_code,
    feeCents: capture.seller_receivable_breakdown?.paypal_fee
      ? parseMoney(capture.seller_receivable_breakdown.paypal_fee.value)
      : null,
    reason: capture.status_details?.reason ?? capture.processor_response?.response_code ?? null,
    reference: capture.custom_id ?? reference ?? null,
  }
}

type Link = { rel: string; href: string }

/** Returns the id of the capture that a refund links to as its parent. */
export function captureIdFromLinks(links: readonly Link[] = []): string | null {
  const parent = links.find(({ rel }) => rel === 'up')?.href ?? ''
  return /\/captures\/([A-Z0-9]+)/.exec(parent)?.[1] ?? null
}

export function toRefund(refund: z.infer<typeof refundSchema>): RefundView {
  return {
    id: refund.id,
    captureId: captureIdFromLinks(refund.links),
    amountCents: refund.amount ? parseMoney(refund.amount.value) : 0,
    currency: refund.amount?.currency_code ?? 'USD',
    status:
      refund.status === 'COMPLETED'
        ? 'completed'
        : refund.status === 'PENDING'
          ? 'pending'
          : 'failed',
  }
}

function toVerification({ payment_source }: z.infer<typeof orderSchema>): CardVerification | null {
  const card = payment_source?.card ?? payment_source?.google_pay?.card
  const result = card?.authentication_result
  return result
    ? {
        liabilityShift: result.liability_shift ?? null,
        enrollment: result.three_d_secure?.enrollment_status ?? null,
        authentication: result.three_d_secure?.authentication_status ?? null,
      }
    : null
}

export function toPaymentState(order: z.infer<typeof orderSchema>): PaymentState {
  return {
    id: order.id,
    status: order.status,
    reference: order.purchase_units[0]?.custom_id ?? null,
    isTypedCard: order.payment_source?.card !== undefined,
    verification: toVerification(order),
    captures: order.purchase_units.flatMap((unit) =>
      (unit.payments?.captures ?? []).map((capture) => toCapture(capture, unit.custom_id)),
    ),
    refunds: order.purchase_units.flatMap((unit) => (unit.payments?.refunds ?? []).map(toRefund)),
  }
}

/** Returns the completed and pending payments of a report; codes `T00…` are payments, others refunds and fees. */
export function toPayments(report: z.infer<typeof reportSchema>): ProviderPayment[] {
  return report.transaction_details.flatMap(({ transaction_info: info }) =>
    info.transaction_amount &&
    !info.transaction_amount.value.startsWith('-') &&
    info.transaction_event_code.startsWith('T00') &&
    ['S', 'P'].includes(info.transaction_status)
      ? {
          id: info.transaction_id,
          reference: info.custom_field ?? null,
          invoiceId: info.invoice_id ?? null,
          amountCents: parseMoney(info.transaction_amount.value),
          createdAt: new Date(info.transaction_initiation_date).toISOString(),
        }
      : [],
  )
}

export const webhookSchema = z.looseObject({
  url: z.string(),
  event_types: z.array(z.looseObject({ name: z.string() })),
})

export function toExpressPayment(order: z.infer<typeof expressSchema>): ExpressPayment | null {
  const [unit] = order.purchase_units
  if (!unit) return null
  const { name, address = noAddress } = unit.shipping ?? {}
  return {
    isApproved: order.status === 'APPROVED',
    amountCents: parseMoney(unit.amount.value),
    buyer: {
      email: order.payer?.email_address ?? '',
      phone: order.payment_source?.paypal?.phone_number?.national_number ?? '',
      fullName: name?.full_name ?? '',
      address1: address.address_line_1,
      address2: address.address_line_2,
      city: address.admin_area_2,
      stateCode: address.admin_area_1,
      zip: address.postal_code,
      countryCode: address.country_code,
    },
  }
}

'use client'
import { SelectField, Switch, TextField } from '@/admin/form/fields'
import { bindText } from '@/admin/form/form-values'
import { Sums } from '@/admin/shell/fact'
import { type ShippingMethodId, shippingMethodIds } from '@/modules/checkout/rules/destination'
import { parseTotals, totalRows } from '@/modules/checkout/rules/total-rows'
import { type DraftDiscountKind, draftDiscountKinds } from '@/modules/draft-orders/rules'
import type { QuotedDraft } from '@/modules/draft-orders/schemas'
import { formatMoney, parseMoney } from '@/platform/money'

import type { DraftFormValues } from './draft-form-values'

const discountLabels = {
  none: 'None',
  code: 'A discount code',
  percent: 'Percentage off',
  amount: 'Amount off',
} satisfies Record<DraftDiscountKind, string>
const methodLabels = { standard: 'Standard', express: 'Express' } satisfies Record<
  ShippingMethodId,
  string
>

type Props = {
  values: DraftFormValues
  fields: Record<string, string>
  set: (change: Partial<DraftFormValues>) => void
  quote: QuotedDraft | null
}

const discountErrors = (
  fields: Record<string, string>,
  codeMessage: string | null | undefined,
): Record<string, string> => ({
  discountCode: fields['discount.code'] ?? codeMessage ?? '',
  discountPercent: fields['discount.percent'] ?? '',
  discountAmount: fields['discount.amount'] ?? '',
})

/** The discount of a draft: a code, or one for this order only. */
export function DiscountFields({ values, fields, set, quote }: Props) {
  const text = bindText(values, discountErrors(fields, quote?.codeMessage), set)
  return (
    <div className="df-form__row">
      <SelectField
        label="Discount"
        value={values.discountKind}
        options={draftDiscountKinds.map((kind) => [kind, discountLabels[kind]] as const)}
        onChange={({ currentTarget: { value } }) =>
          set({ discountKind: draftDiscountKinds.find((kind) => kind === value) ?? 'none' })
        }
      />
      {values.discountKind === 'code' ? (
        <TextField label="Code" maxLength={60} autoComplete="off" {...text('discountCode')} />
      ) : null}
      {values.discountKind === 'percent' ? (
        <TextField
          label="Percent"
          inputMode="decimal"
          hint="100% off also makes standard shipping free."
          {...text('discountPercent')}
        />
      ) : null}
      {values.discountKind === 'amount' ? (
        <TextField label="Amount, $" inputMode="decimal" {...text('discountAmount')} />
      ) : null}
    </div>
  )
}

export function ShippingFields({ values, fields, set, quote }: Props) {
  const offered = quote?.shippingOptions ?? []
  const isOffered = (method: ShippingMethodId): boolean =>
    method === values.shippingMethod || offered.some((option) => option.method === method)
  const priceOf = (method: ShippingMethodId): string => {
    const price = offered.find((option) => option.method === method)?.price
    if (price === undefined) return method === 'express' ? ' (not available there)' : ''
    return parseMoney(price) === 0 ? ' (free)' : ` (${formatMoney(parseMoney(price))})`
  }
  return (
    <>
      <SelectField
        label="Shipping"
        value={values.shippingMethod}
        error={fields.shippingMethod}
        options={shippingMethodIds
          .filter(isOffered)
          .map((method) => [method, `${methodLabels[method]}${priceOf(method)}`] as const)}
        onChange={({ currentTarget: { value } }) =>
          set({
            shippingMethod: shippingMethodIds.find((method) => method === value) ?? 'standard',
          })
        }
      />
      <Switch
        label="Nothing about recovery on the outside"
        checked={values.plainPackage}
        onChange={(plainPackage) => set({ plainPackage })}
      />
    </>
  )
}

/** What the customer pays, as the checkout calculates it. */
export function DraftTotals({
  quote,
  isTaxKnown,
  error,
}: {
  quote: QuotedDraft | null
  isTaxKnown: boolean
  error: string | null
}) {
  if (!quote) return <p className="df-panel__text df-soft">{error ?? 'Calculating…'}</p>
  const { totals, discounts } = quote
  if (error) return <p className="df-panel__text df-field__error">{error}</p>
  return (
    <dl className="df-sums" aria-live="polite">
      <Sums
        rows={totalRows(parseTotals(totals), {
          discounts,
          noTaxText: isTaxKnown ? undefined : 'Choose a state',
        })}
      />
    </dl>
  )
}

import { changedFields, numberOf, percentOf } from '@/admin/form/form-values'
import type { DiscountKind, DiscountScope } from '@/modules/discounts/rules'
import type { AdminDiscount } from '@/modules/discounts/schemas'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

import type { ChosenProduct } from './product-choice'

const numberText = (value: number | null): string => (value === null ? '' : String(value))

export type DiscountFormValues = {
  name: string
  isActive: boolean
  isAutomatic: boolean
  code: string
  kind: DiscountKind
  percent: string
  amount: string
  scope: DiscountScope
  categoryIds: number[]
  minimumSubtotal: string
  firstOrderOnly: boolean
  maxUses: string
  maxUsesPerCustomer: string
  startsAt: string
  endsAt: string
}

export function toDiscountFormValues(
  discount: AdminDiscount | null,
  timeZone: string,
): DiscountFormValues {
  return {
    name: discount?.name ?? '',
    isActive: discount?.isActive ?? true,
    isAutomatic: discount?.isAutomatic ?? false,
    code: '',
    kind: discount?.kind ?? 'percent',
    percent: numberText(discount?.percent ?? null),
    amount: numberText(discount?.amount ?? null),
    scope: discount?.scope ?? 'all',
    categoryIds: discount?.categoryIds ?? [],
    minimumSubtotal: discount?.minimumSubtotal ? String(discount.minimumSubtotal) : '',
    firstOrderOnly: discount?.firstOrderOnly ?? false,
    maxUses: numberText(discount?.maxUses ?? null),
    maxUsesPerCustomer: numberText(discount?.maxUsesPerCustomer ?? null),
    startsAt: discount ? toZonedDateTime(discount.startsAt, timeZone) : '',
    endsAt: discount?.endsAt ? toZonedDateTime(discount.endsAt, timeZone) : '',
  }
}

export function toDiscountRequest(
  { code: _code, startsAt, endsAt, ...values }: DiscountFormValues,
  products: readonly ChosenProduct[],
  timeZone: string,
) {
  return {
    ...values,
    percent: values.kind === 'percent' ? percentOf(values.percent) : null,
    amount: values.kind === 'amount' ? numberOf(values.amount) : null,
    minimumSubtotal: numberOf(values.minimumSubtotal) ?? 0,
    maxUses: numberOf(values.maxUses),
    maxUsesPerCustomer: numberOf(values.maxUsesPerCustomer),
    productIds: products.map(({ id }) => id),
    startsAt: startsAt ? fromZonedDateTime(startsAt, timeZone) : null,
    endsAt: endsAt ? fromZonedDateTime(endsAt, timeZone) : null,
  }
}

type DiscountRequest = ReturnType<typeof toDiscountRequest>

/** What only makes sense together. */
const groups: readonly (readonly (keyof DiscountRequest)[])[] = [
  ['kind', 'percent', 'amount'],
  ['scope', 'productIds', 'categoryIds'],
  ['startsAt', 'endsAt'],
]

/** What to save over a version that someone else saved: theirs with what was changed here since `before`. */
export function mergeDiscounts(
  before: DiscountRequest,
  mine: DiscountRequest,
  theirs: DiscountRequest,
): DiscountRequest {
  const changed = changedFields(before, mine)
  const together = groups.filter((names) => names.some((name) => name in changed)).flat()
  return {
    ...theirs,
    ...changed,
    ...Object.fromEntries(together.map((name) => [name, mine[name]])),
  }
}

import type { Payload } from 'payload'

import { type AdminSettings, getAdminSettings } from '@/modules/shop/queries/admin-settings'
import type { SettingsFields } from '@/modules/shop/schemas/settings'
import type { User } from '@/payload-types'
import { AppError } from '@/platform/errors'
import { centsFromDollars } from '@/platform/money'
import { lockName, withTransaction } from '@/platform/transaction'

/** Amounts are dollars in the form and cents in the database. */
const toStored = ({
  freeShippingFrom,
  shippingPrice,
  giftCardAmounts,
  giftCardMin,
  giftCardMax,
  revenueGoal,
  stateTaxRules,
  shippingRates,
  ...rest
}: Partial<SettingsFields>) => ({
  ...rest,
  ...(freeShippingFrom === undefined
    ? {}
    : { freeShippingFromCents: centsFromDollars(freeShippingFrom) }),
  ...(giftCardAmounts === undefined
    ? {}
    : { giftCardAmounts: giftCardAmounts.map(centsFromDollars) }),
  ...(giftCardMin === undefined ? {} : { giftCardMinCents: centsFromDollars(giftCardMin) }),
  ...(giftCardMax === undefined ? {} : { giftCardMaxCents: centsFromDollars(giftCardMax) }),
  ...(shippingPrice === undefined ? {} : { shippingPriceCents: centsFromDollars(shippingPrice) }),
  ...(revenueGoal === undefined ? {} : { revenueGoalCents: centsFromDollars(revenueGoal) }),
  ...(shippingRates && {
    shippingRates: shippingRates.map(({ standard, express, ...rate }) => ({
      ...rate,
      standardCents: centsFromDollars(standard),
      expressCents: express === null ? null : centsFromDollars(express),
    })),
  }),
  ...(stateTaxRules && {
    stateTaxRules: stateTaxRules.map(({ threshold, ...rule }) => ({
      ...rule,
      thresholdCents: threshold === null ? null : centsFromDollars(threshold),
    })),
  }),
})

/** @throws AppError invalid, at the field, if a range ends before it begins */
function assertRanges(settings: AdminSettings): void {
  const ranges = [
    ['giftCardMin', 'giftCardMax'],
    ['printDaysMin', 'printDaysMax'],
    ['deliveryDaysMin', 'deliveryDaysMax'],
    ['expressDaysMin', 'expressDaysMax'],
    ['remoteDaysMin', 'remoteDaysMax'],
    ['militaryDaysMin', 'militaryDaysMax'],
  ] as const
  const wrong = ranges.filter(([min, max]) => settings[min] > settings[max])
  if (wrong.length > 0)
    throw new AppError('invalid', 'Please check the highlighted fields.', {
      fields: Object.fromEntries(
        wrong.map(([min, max]) => [
          max,
          `Please enter at least ${settings[min]}, or lower the other number.`,
        ]),
      ),
    })
}

/**
 * Changes the given settings; a hook records them in the audit log. Values that are already set change nothing.
 * @param assertUnchanged gets the ISO time of the last change; throws if the caller hasn't seen it
 * @throws AppError invalid, and what `assertUnchanged` throws
 */
export function updateSettings(
  payload: Payload,
  user: User,
  input: Partial<SettingsFields>,
  assertUnchanged: (updatedAt: string) => void,
): Promise<AdminSettings> {
  return withTransaction(payload, async (req, tx) => {
    await lockName(tx, 'settings')
    const before = await getAdminSettings(payload, req)
    assertUnchanged(before.updatedAt)
    const changed = (Object.keys(input) as (keyof SettingsFields)[]).filter(
      (name) =>
        input[name] !== undefined && JSON.stringify(input[name]) !== JSON.stringify(before[name]),
    )
    if (changed.length === 0) return before
    assertRanges({ ...before, ...input })
    await payload.updateGlobal({
      slug: 'shop-settings',
      depth: 0,
      overrideAccess: false,
      user,
      req,
      data: toStored(Object.fromEntries(changed.map((name) => [name, input[name]]))),
    })
    return getAdminSettings(payload, req)
  })
}

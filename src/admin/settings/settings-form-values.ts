import { numberOf, percentOf } from '@/admin/form/form-values'
import type { ShippingRegion } from '@/modules/checkout/rules/destination'
import { isTableByWeight } from '@/modules/checkout/rules/pricing'
import type { AdminSettings } from '@/modules/shop/queries/admin-settings'
import type { SettingsFields } from '@/modules/shop/schemas/settings'

const amounts = ['freeShippingFrom', 'shippingPrice', 'giftCardMin', 'giftCardMax'] as const
const numbers = [
  'taxPercent',
  'revenueGoal',
  'productGoal',
  'contentGoal',
  'mediaMaxMegabytes',
  'printDaysMin',
  'printDaysMax',
  'deliveryDaysMin',
  'deliveryDaysMax',
  'expressDaysMin',
  'expressDaysMax',
  'remoteDaysMin',
  'remoteDaysMax',
  'militaryDaysMin',
  'militaryDaysMax',
  'returnDays',
  'defectDays',
  'printfulWaitMinutes',
  'reviewEmailDays',
] as const
const optionalTexts = [
  'facebookUrl',
  'instagramUrl',
  'pinterestUrl',
  'postalAddress',
  'appleDomainFile',
] as const
type TextName = (typeof amounts | typeof numbers | typeof optionalTexts)[number]
export type TaxRuleFormValues = {
  stateCode: string
  kind: SettingsFields['stateTaxRules'][number]['kind']
  threshold: string
  percent: string
  zipFrom: string
  zipTo: string
  taxesShipping: boolean
}
export type ShippingRateFormValues = {
  region: ShippingRegion
  fromItems: string
  fromOunces: string
  standard: string
  express: string
}
export type SettingsFormValues = Omit<
  SettingsFields,
  TextName | 'stateTaxRules' | 'shippingRates' | 'giftCardAmounts'
> &
  Record<TextName, string> & {
    /** '25, 50' */
    giftCardAmounts: string
    stateTaxRules: TaxRuleFormValues[]
    shippingRates: ShippingRateFormValues[]
    /** What the rows of the table count. */
    shippingTableBy: 'items' | 'weight'
  }

const optional = (amount: number | null): string => (amount === null ? '' : String(amount))

const mapNames = <Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
) => Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>

export function toSettingsFormValues({
  updatedAt: _,
  ...settings
}: AdminSettings): SettingsFormValues {
  return {
    ...settings,
    ...mapNames(amounts, (name) => settings[name].toFixed(2)),
    ...mapNames(numbers, (name) => String(settings[name])),
    ...mapNames(optionalTexts, (name) => settings[name] ?? ''),
    giftCardAmounts: settings.giftCardAmounts.join(', '),
    shippingTableBy: isTableByWeight(settings) ? 'weight' : 'items',
    shippingRates: settings.shippingRates.map(
      ({ region, fromItems, fromOunces, standard, express }) => ({
        region,
        fromItems: String(fromItems),
        fromOunces: optional(fromOunces),
        standard: standard.toFixed(2),
        express: express?.toFixed(2) ?? '',
      }),
    ),
    stateTaxRules: settings.stateTaxRules.map(
      ({ threshold, percent, zipFrom, zipTo, ...rule }) => ({
        ...rule,
        threshold: optional(threshold),
        percent: optional(percent),
        zipFrom: zipFrom ?? '',
        zipTo: zipTo ?? '',
      }),
    ),
  }
}

/** Without the fields that a tax rule's kind doesn't use, and those that the form hides. */
export function toSettingsRequest({
  shippingTableBy,
  ...draft
}: SettingsFormValues): Record<string, unknown> {
  const byWeight = shippingTableBy === 'weight'
  return {
    ...draft,
    ...mapNames([...amounts, ...numbers], (name) => numberOf(draft[name])),
    taxPercent: percentOf(draft.taxPercent),
    giftCardAmounts: draft.giftCardAmounts
      .split(/[,\s]+/)
      .filter(Boolean)
      .map(numberOf),
    shippingRates: draft.shippingRates.map(
      ({ region, fromItems, fromOunces, standard, express }) => ({
        region,
        ...(byWeight ? { fromOunces: numberOf(fromOunces) } : { fromItems: numberOf(fromItems) }),
        standard: numberOf(standard),
        express: region === 'military' ? null : numberOf(express),
      }),
    ),
    stateTaxRules: draft.stateTaxRules.map(
      ({ kind, threshold, percent, zipFrom, zipTo, ...rule }) => ({
        ...rule,
        kind,
        zipFrom: zipFrom.trim() || null,
        zipTo: (zipFrom.trim() && zipTo.trim()) || null,
        threshold: kind === 'excess' || kind === 'whole' ? numberOf(threshold) : null,
        percent: kind === 'none' ? null : percentOf(percent),
      }),
    ),
  }
}

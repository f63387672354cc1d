import type { AdminSettings } from '@/modules/shop/queries/admin-settings'
import type { SettingsFields } from '@/modules/shop/schemas/settings'

type Numbers =
  | 'freeShippingFrom'
  | 'shippingPrice'
  | 'taxPercent'
  | 'revenueGoal'
  | 'productGoal'
  | 'contentGoal'
  | 'mediaMaxMegabytes'
type Texts =
  | 'facebookUrl'
  | 'instagramUrl'
  | 'pinterestUrl'
  | 'postalAddress'
  | 'shippingNote'
  | 'qualityNote'
  | 'returnsNote'
export type TaxRuleFormValues = {
  stateCode: string
  kind: SettingsFields['stateTaxRules'][number]['kind']
  threshold: string
  percent: string
}
export type SettingsFormValues = Omit<SettingsFields, Numbers | Texts | 'stateTaxRules'> &
  Record<Numbers | Texts, string> & { stateTaxRules: TaxRuleFormValues[] }

const money = (amount: number): string => amount.toFixed(2)
const optional = (amount: number | null): string => (amount === null ? '' : String(amount))

export function toSettingsFormValues({
  updatedAt: _,
  ...settings
}: AdminSettings): SettingsFormValues {
  return {
    ...settings,
    freeShippingFrom: money(settings.freeShippingFrom),
    shippingPrice: money(settings.shippingPrice),
    taxPercent: String(settings.taxPercent),
    revenueGoal: String(settings.revenueGoal),
    productGoal: String(settings.productGoal),
    contentGoal: String(settings.contentGoal),
    mediaMaxMegabytes: String(settings.mediaMaxMegabytes),
    facebookUrl: settings.facebookUrl ?? '',
    instagramUrl: settings.instagramUrl ?? '',
    pinterestUrl: settings.pinterestUrl ?? '',
    postalAddress: settings.postalAddress ?? '',
    shippingNote: settings.shippingNote ?? '',
    qualityNote: settings.qualityNote ?? '',
    returnsNote: settings.returnsNote ?? '',
    stateTaxRules: settings.stateTaxRules.map(({ stateCode, kind, threshold, percent }) => ({
      stateCode,
      kind,
      threshold: optional(threshold),
      percent: optional(percent),
    })),
  }
}

/** Null while the text is not a number: the server reports it. */
const numberOf = (text: string): number | null =>
  text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text)

/** Without the fields that a tax rule's kind does not use. */
export function toSettingsRequest(draft: SettingsFormValues): Record<string, unknown> {
  return {
    ...draft,
    ...Object.fromEntries(
      (
        [
          'freeShippingFrom',
          'shippingPrice',
          'taxPercent',
          'revenueGoal',
          'productGoal',
          'contentGoal',
          'mediaMaxMegabytes',
        ] as const
      ).map((name) => [name, numberOf(draft[name])]),
    ),
    stateTaxRules: draft.stateTaxRules.map(({ stateCode, kind, threshold, percent }) => ({
      stateCode,
      kind,
      threshold: kind === 'excess' || kind === 'whole' ? numberOf(threshold) : null,
      percent: kind === 'none' ? null : numberOf(percent),
    })),
  }
}

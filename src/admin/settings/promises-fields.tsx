import { SelectField, TextField } from '@/admin/form/fields'
import type { bindText } from '@/admin/form/form-values'
import { giftLimits } from '@/modules/checkout/rules/gift'
import { cancelDeadlines, returnPostagePayers } from '@/modules/shop/rules/promises'

import type { SettingsFormValues } from './settings-form-values'

const postageLabels = {
  buyer: 'The customer, unless we made the mistake',
  shop: 'We do',
} satisfies Record<SettingsFormValues['returnPostage'], string>
const cancelLabels = {
  printing: 'Until we start printing',
  shipping: 'Until printing starts, or by email until it ships',
} satisfies Record<SettingsFormValues['cancelUntil'], string>

type Props = {
  draft: SettingsFormValues
  set: (change: Partial<SettingsFormValues>) => void
  fields: Record<string, string>
  text: ReturnType<typeof bindText<SettingsFormValues>>
}

const SenderFields = ({ text }: Pick<Props, 'text'>) => (
  <>
    <TextField
      label="Sender name"
      maxLength={giftLimits.senderName}
      {...text('senderName')}
      hint="On shipping labels and packing slips."
    />
    <TextField
      label="Plain sender name"
      maxLength={giftLimits.senderName}
      {...text('plainSenderName')}
      hint="Used when a customer wants nothing about recovery on the outside. Choose a name that reveals nothing when someone searches for it."
    />
  </>
)

const DayRange = ({
  label,
  name,
  text,
}: Pick<Props, 'text'> & {
  label: string
  name: `${'print' | 'delivery' | 'remote' | 'military' | 'express'}Days`
}) => (
  <>
    <TextField label={`${label}, min. days`} inputMode="numeric" {...text(`${name}Min`)} />
    <TextField label={`${label}, max. days`} inputMode="numeric" {...text(`${name}Max`)} />
  </>
)

/** Delivery days for destinations that differ from the rest. */
const OtherDaysFields = ({ draft: { shippingSource }, text }: Pick<Props, 'draft' | 'text'>) => (
  <>
    <div className="df-form__row df-wide">
      <DayRange label="Outlying areas" name="remoteDays" text={text} />
      <DayRange label="Military" name="militaryDays" text={text} />
      {shippingSource === 'flat' ? null : (
        <DayRange label="Express" name="expressDays" text={text} />
      )}
    </div>
    <p className="df-field__hint">
      Outlying areas are Alaska, Hawaii, and the territories; military is APO, FPO, and DPO. Once 20
      orders have been delivered, checkout and orders use your actual delivery times instead.
    </p>
  </>
)

/** What the shop promises. Product pages, checkout, emails, and pages say it in the same words (modules/shop/rules/promises). */
export function PromisesFields({ draft, set, fields, text }: Props) {
  return (
    <>
      <div className="df-form__row df-wide">
        <DayRange label="Time to ship" name="printDays" text={text} />
        <DayRange label="Delivery" name="deliveryDays" text={text} />
      </div>
      <p className="df-field__hint">Business days. Delivery counts from the day it ships.</p>
      <OtherDaysFields draft={draft} text={text} />
      <div className="df-form__row df-wide">
        <TextField label="Return window, days" inputMode="numeric" {...text('returnDays')} />
        <TextField label="Defect window, days" inputMode="numeric" {...text('defectDays')} />
      </div>
      <p className="df-field__hint">
        Counted from delivery. For defects, we replace or refund at no cost to the customer.
      </p>
      <TextField
        label="Return condition"
        maxLength={120}
        {...text('returnCondition')}
        hint="Completes “You can return an item as long as it’s …”."
      />
      <SelectField
        label="Who pays return postage"
        value={draft.returnPostage}
        error={fields.returnPostage}
        options={returnPostagePayers.map((payer) => [payer, postageLabels[payer]] as const)}
        onChange={({ currentTarget: { value } }) =>
          set({
            returnPostage:
              returnPostagePayers.find((payer) => payer === value) ?? draft.returnPostage,
          })
        }
      />
      <SelectField
        label="Customers can cancel"
        value={draft.cancelUntil}
        error={fields.cancelUntil}
        options={cancelDeadlines.map((deadline) => [deadline, cancelLabels[deadline]] as const)}
        onChange={({ currentTarget: { value } }) =>
          set({
            cancelUntil:
              cancelDeadlines.find((deadline) => deadline === value) ?? draft.cancelUntil,
          })
        }
        hint="These appear on product pages, at checkout, in emails, and on the Support and Terms pages."
      />
      <SenderFields text={text} />
    </>
  )
}

import { SelectField } from '@/admin/form/fields'
import type { AdminRequest } from '@/admin/form/use-admin-mutation'
import { type Cents, formatMoney } from '@/platform/money'

export const askLabel = 'Ask the customer to pay'
export const askedText =
  'We’ll email the customer a payment link that works for 3 days. We’ll hold printing until then, and make the change once they’ve paid.'

/** The request that asks for a change instead of making it. @param path where it would be made */
export function askRequest(path: string, body: object): AdminRequest {
  return {
    path: `${path}/request`,
    body,
    done: 'Payment request sent',
    doneText: 'We’ll email the customer a payment link.',
    failed: 'Couldn’t send the payment request',
  }
}

/** Who pays for a change that costs more: '' is the shop. Nothing where the customer can't be asked. */
export function WhoPays({
  cents,
  value,
  onChange,
}: {
  cents: Cents | undefined
  value: string
  onChange: (value: string) => void
}) {
  return cents ? (
    <SelectField
      label="Who pays"
      options={[
        ['', 'The shop (no charge to the customer)'],
        ['customer', `${askLabel} ${formatMoney(cents)}`],
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  ) : null
}

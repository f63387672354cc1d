'use client'
import { useState } from 'react'

import { Button, passFocusOn } from '@/admin/form/button'
import { SelectField, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { type AdminRequest, useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'
import { parseMoney } from '@/platform/money'
import { usRegions } from '@/platform/us/regions'

import { askedText, askLabel, askRequest, WhoPays } from './who-pays'

const textFields = [
  ['firstName', 'First name', 60],
  ['lastName', 'Last name', 60],
  ['address1', 'Street address', 120],
  ['address2', 'Apartment or unit', 120],
  ['city', 'City', 80],
] as const

const AddressFields = ({
  address: shippingAddress,
  fields,
}: {
  address: AdminOrder['shippingAddress']
  fields: Record<string, string>
}) => (
  <>
    {textFields.map(([name, label, maxLength], index) => (
      <TextField
        key={name}
        label={label}
        name={name}
        maxLength={maxLength}
        autoComplete="off"
        optional={name === 'address2'}
        data-focus={index === 0 ? true : undefined}
        defaultValue={shippingAddress[name]}
        error={fields[name]}
      />
    ))}
    <div className="df-form__row">
      <SelectField
        label="State"
        name="stateCode"
        defaultValue={shippingAddress.stateCode}
        options={usRegions.map(({ code, name }) => [code, name] as const)}
        error={fields.stateCode}
      />
      <TextField
        label="ZIP code"
        name="zip"
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
        defaultValue={shippingAddress.zip}
        error={fields.zip}
      />
    </div>
  </>
)

type Difference = { note: string | null; refund: string; charge: string }
type Checked = Difference & { address: string }

const submitLabel = (checked: Checked | null, isCustomerPaying: boolean): string => {
  if (isCustomerPaying) return askLabel
  if (!checked?.note) return 'Save address'
  return Number(checked.refund) > 0 ? 'Save address and refund' : 'Save address anyway'
}

const toRequest = (
  path: string,
  body: object,
  { refund, charge }: Checked,
  isCustomerPaying: boolean,
): AdminRequest =>
  isCustomerPaying
    ? askRequest(path, { ...body, charge })
    : {
        method: 'PUT',
        path,
        body: { ...body, refund },
        done: 'Address changed',
        doneText: 'The customer gets an email about it.',
        failed: 'Couldn’t change the address',
      }

type Props = { order: Pick<AdminOrder, 'id' | 'orderNumber' | 'shippingAddress'> }

const AddressForm = ({
  order: { id, orderNumber, shippingAddress },
  onClose,
}: Props & { onClose: () => void }) => {
  const mutation = useAdminMutation()
  /** The note about an address that was checked. */
  const [checked, setChecked] = useState<Checked | null>(null)
  const [payer, setPayer] = useState('')
  const chargeCents = checked ? parseMoney(checked.charge) : 0
  const isCustomerPaying = chargeCents > 0 && payer !== ''
  const save = async (form: FormData): Promise<void> => {
    const { address2, ...address } = Object.fromEntries(form)
    const path = `/api/admin/orders/${id}/address`
    const body = { ...address, address2: address2 || undefined }
    const entered = JSON.stringify(body)
    let check = checked
    if (check?.address !== entered) {
      const difference = await mutation.send<Difference>({
        path: `${path}/check`,
        body,
        failed: 'Couldn’t check the address',
      })
      if (!difference) return
      check = { address: entered, ...difference }
      setChecked(check)
      if (difference.note) return
    }
    const saved = await mutation.send(
      toRequest(path, body, check, isCustomerPaying && check === checked),
    )
    if (saved) onClose()
    // The order may have changed since, and with it what is refunded.
    else setChecked(null)
  }
  return (
    <FormDialog
      title={`Ship ${orderNumber} to`}
      className="df-form"
      mutation={mutation}
      submit={submitLabel(checked, isCustomerPaying)}
      onSubmit={save}
      onClose={onClose}
    >
      <AddressFields address={shippingAddress} fields={mutation.fields} />
      <p aria-live="polite">{checked?.note}</p>
      <WhoPays cents={chargeCents} value={payer} onChange={setPayer} />
      {isCustomerPaying ? <p>{askedText}</p> : null}
      <p className="df-soft">
        PayPal’s seller protection only covers the address at the time of payment.
      </p>
    </FormDialog>
  )
}

/** Corrects where an order is sent, after naming the tax and shipping there. What costs less is refunded. */
export function AddressDialog({ order }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button ref={passFocusOn} small onClick={() => setOpen(true)}>
        Change address
      </Button>
      {isOpen ? <AddressForm order={order} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

import { Trash2 } from 'lucide-react'

import { IconButton, passFocusOn } from '@/admin/form/button'
import { SelectField, TextField } from '@/admin/form/fields'
import { type ShippingRegion, shippingRegions } from '@/modules/checkout/rules/destination'
import { type ShippingSource, shippingSources } from '@/modules/checkout/rules/pricing'

import { EditableRows, type RowProps } from './editable-rows'
import type { SettingsFormValues, ShippingRateFormValues } from './settings-form-values'

const sourceLabels = {
  flat: 'One price for every order',
  table: 'Your own table',
  printful: 'Printful’s rates, or your table if they’re unavailable',
} satisfies Record<ShippingSource, string>
const regionLabels = {
  contiguous: 'Lower 48 states and DC',
  remote: 'Alaska, Hawaii, territories',
  military: 'Military (APO, FPO, DPO)',
} satisfies Record<ShippingRegion, string>

type RateProps = RowProps<ShippingRateFormValues> & {
  rate: ShippingRateFormValues
  byWeight: boolean
}

const Rate = ({ rate, byWeight, errors, text, onChange, onRemove }: RateProps) => (
  <li>
    <SelectField
      label="Region"
      value={rate.region}
      error={errors.region}
      options={shippingRegions.map((region) => [region, regionLabels[region]] as const)}
      onChange={({ currentTarget: { value } }) =>
        onChange({ region: shippingRegions.find((region) => region === value) ?? rate.region })
      }
    />
    {byWeight ? (
      <TextField label="Minimum ounces" inputMode="decimal" {...text('fromOunces')} />
    ) : (
      <TextField label="Minimum items" inputMode="numeric" {...text('fromItems')} />
    )}
    <TextField label="Standard, $" inputMode="decimal" {...text('standard')} />
    {rate.region === 'military' ? null : (
      <TextField
        label="Express, $"
        optional
        inputMode="decimal"
        placeholder="not offered"
        {...text('express')}
      />
    )}
    <IconButton
      ref={passFocusOn}
      icon={Trash2}
      label={`Remove the price for ${regionLabels[rate.region]} from ${byWeight ? `${rate.fromOunces || '…'} ounces` : `${rate.fromItems || '…'} items`}`}
      title="Remove"
      onClick={onRemove}
    />
  </li>
)

const RateTable = ({
  rates,
  byWeight,
  fields,
  onChange,
}: {
  rates: ShippingRateFormValues[]
  byWeight: boolean
  fields: Record<string, string>
  onChange: (rates: ShippingRateFormValues[]) => void
}) => (
  <EditableRows
    legend="Shipping table"
    hint={
      <>
        Each row applies from its {byWeight ? 'weight' : 'number of items'} up to the next row for
        the same region.{' '}
        {byWeight ? (
          <>
            There are 16 ounces in a pound. Products without a weight use the usual weight for their
            kind of garment.{' '}
          </>
        ) : null}
        Express isn’t offered to PO boxes, territories, or military addresses.
      </>
    }
    name="shippingRates"
    rows={rates}
    fields={fields}
    add={{
      text: 'Add price',
      row: { region: 'contiguous', fromItems: '1', fromOunces: '0', standard: '', express: '' },
    }}
    onChange={onChange}
  >
    {(rate, row) => <Rate rate={rate} byWeight={byWeight} {...row} />}
  </EditableRows>
)

/** The source of shipping prices, and the owner's own table. */
export function ShippingRates({
  draft,
  set,
  fields,
}: {
  draft: SettingsFormValues
  set: (change: Partial<SettingsFormValues>) => void
  fields: Record<string, string>
}) {
  const { shippingSource, shippingRates: rates, shippingTableBy } = draft
  return (
    <>
      <SelectField
        label="Shipping prices"
        value={shippingSource}
        error={fields.shippingSource}
        options={shippingSources.map((source) => [source, sourceLabels[source]] as const)}
        onChange={({ currentTarget: { value } }) =>
          set({
            shippingSource: shippingSources.find((source) => source === value) ?? shippingSource,
          })
        }
        hint={
          shippingSource === 'flat'
            ? undefined
            : 'The price above applies where the table has no row. Free shipping applies to standard shipping only.'
        }
      />
      {shippingSource === 'flat' ? null : (
        <SelectField
          label="Table by"
          value={shippingTableBy}
          options={[
            ['items', 'Number of items'],
            ['weight', 'Weight'],
          ]}
          onChange={({ currentTarget: { value } }) =>
            set({ shippingTableBy: value === 'weight' ? 'weight' : 'items' })
          }
        />
      )}
      {shippingSource === 'flat' ? null : (
        <RateTable
          rates={rates}
          byWeight={shippingTableBy === 'weight'}
          fields={fields}
          onChange={(shippingRates) => set({ shippingRates })}
        />
      )}
    </>
  )
}

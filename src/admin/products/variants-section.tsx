'use client'
import { Switch } from '@/admin/form/fields'
import { PictureList } from '@/admin/form/picture-list'
import { Panel } from '@/admin/shell/panel'
import { formatMoney } from '@/platform/money'
import { Badge } from '@/ui/badge'

import type { ProductSectionProps } from './product-form-sections'
import {
  parseCents,
  type ProductFormValues,
  type VariantFormValues,
  variantKey,
  type VariantOptions,
  variantOptionsOf,
  variantValues,
} from './product-form-values'

const marginOf = (
  priceText: string,
  costText: string,
): { text: string; isLoss: boolean } | null => {
  const [price, cost] = [parseCents(priceText), parseCents(costText)]
  if (price === null || cost === null || price === 0) return null
  return {
    text: `${formatMoney(price - cost)} (${Math.round(((price - cost) / price) * 100)} %)`,
    isLoss: price < cost,
  }
}

type RowProps = {
  draft: ProductFormValues
  variant: VariantOptions
  index: number
  fields: Record<string, string>
  onChange: (change: Partial<VariantFormValues>) => void
}

const VariantRow = ({ draft, variant, index, fields, onChange }: RowProps) => {
  const { sku, priceOverride, cost, available, unavailableReason } = variantValues(draft, variant)
  const usual = draft.salePrice.trim() || draft.basePrice.trim()
  const name = [variant.color, variant.size].filter(Boolean).join(', ') || 'The piece'
  const margin = marginOf(priceOverride.trim() || usual, cost)
  const errors = ['sku', 'priceOverride', 'cost']
    .map((field) => fields[`variants.${index}.${field}`])
    .filter(Boolean)
  const cell = (
    field: 'sku' | 'priceOverride' | 'cost',
    label: string,
    value: string,
    placeholder: string,
  ) => (
    <td>
      <span className="df-card-only" aria-hidden>
        {label}
      </span>
      <input
        className="df-control df-control--small"
        aria-label={`${label} of ${name}`}
        value={value}
        placeholder={placeholder}
        maxLength={field === 'sku' ? 100 : 12}
        inputMode={field === 'sku' ? undefined : 'decimal'}
        aria-invalid={fields[`variants.${index}.${field}`] ? true : undefined}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
      />
    </td>
  )
  return (
    <>
      <tr className={available ? undefined : 'df-variants__off'}>
        <th scope="row">{variant.size ?? 'One size'}</th>
        {cell('sku', 'SKU', sku, 'given at saving')}
        {cell('priceOverride', 'Price', priceOverride, usual || 'none')}
        {cell('cost', 'Cost', cost, '0.00')}
        <td className="df-number">
          <span className="df-card-only" aria-hidden>
            Margin
          </span>
          {margin ? (
            <span className={margin.isLoss ? 'df-loss' : undefined}>
              {margin.isLoss ? 'Loss ' : ''}
              {margin.text}
            </span>
          ) : (
            <span className="df-soft">—</span>
          )}
        </td>
        <td>
          <span className="df-card-only" aria-hidden>
            Available
          </span>
          <Switch
            label={`${name} is available`}
            hideLabel
            checked={available}
            onChange={(on) => onChange({ available: on })}
          />
          {!available && unavailableReason ? <Badge tone="warn">{unavailableReason}</Badge> : null}
        </td>
      </tr>
      {errors.length > 0 ? (
        <tr>
          <td colSpan={6}>
            {errors.map((error) => (
              <p key={error} className="df-field__error">
                {error}
              </p>
            ))}
          </td>
        </tr>
      ) : null}
    </>
  )
}

export function VariantsSection({ draft, set, fields }: ProductSectionProps) {
  const keys = variantOptionsOf(draft)
  const change = (key: VariantOptions, more: Partial<VariantFormValues>): void =>
    set({
      variants: { ...draft.variants, [variantKey(key)]: { ...variantValues(draft, key), ...more } },
    })
  const colors = draft.colors.length > 0 ? draft.colors : [null]
  const off = keys.filter((key) => !variantValues(draft, key).available).length
  return (
    <Panel
      title="Variants"
      aside={
        <span className="df-soft">
          {keys.length}
          {off > 0 ? `, ${off} not available` : ''}
        </span>
      }
    >
      {keys.length > 600 ? (
        <p className="df-panel__text">
          More than 600 variants cannot be saved. Please take some sizes or colors away.
        </p>
      ) : (
        colors.map((color) => (
          <section key={color ?? ''} className="df-variants">
            <h3>{color ?? 'One color'}</h3>
            {color === null ? null : (
              <PictureList
                label={`Pictures in ${color}`}
                pictures={draft.colorImages[color] ?? []}
                onChange={(pictures) =>
                  set({ colorImages: { ...draft.colorImages, [color]: pictures } })
                }
                error={
                  Object.entries(fields).find(([field]) =>
                    field.startsWith(`colorImages.${color}.`),
                  )?.[1]
                }
              />
            )}
            <table className="df-variants__table">
              <thead>
                <tr>
                  <th scope="col">Size</th>
                  <th scope="col">SKU</th>
                  <th scope="col">Price</th>
                  <th scope="col">Cost</th>
                  <th scope="col" className="df-number">
                    Margin
                  </th>
                  <th scope="col">Available</th>
                </tr>
              </thead>
              <tbody>
                {keys.map((key, index) =>
                  key.color === color ? (
                    <VariantRow
                      key={variantKey(key)}
                      draft={draft}
                      variant={key}
                      index={index}
                      fields={fields}
                      onChange={(more) => change(key, more)}
                    />
                  ) : null,
                )}
              </tbody>
            </table>
          </section>
        ))
      )}
    </Panel>
  )
}

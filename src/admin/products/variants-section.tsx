'use client'
import type { ChangeEventHandler, ComponentProps } from 'react'

import { Switch } from '@/admin/form/fields'
import { errorIn, parseCents } from '@/admin/form/form-values'
import { PictureList } from '@/admin/form/picture-list'
import { Panel } from '@/admin/shell/panel'
import { maxSkuLength } from '@/modules/catalog/rules/product'
import { formatMoney } from '@/platform/money'
import { Badge } from '@/ui/badge'

import {
  type ProductFormValues,
  type ProductSectionProps,
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
    text: `${formatMoney(price - cost)} (${Math.round(((price - cost) / price) * 100)}%)`,
    isLoss: price < cost,
  }
}

const CardLabel = ({ children }: { children: string }) => (
  <span className="df-card-only" aria-hidden>
    {children}
  </span>
)

const Margin = ({ margin }: { margin: ReturnType<typeof marginOf> }) =>
  margin ? (
    <span className={margin.isLoss ? 'df-loss' : undefined}>
      {margin.isLoss ? 'Loss ' : ''}
      {margin.text}
    </span>
  ) : (
    <span className="df-soft">—</span>
  )

const ErrorRow = ({ errors }: { errors: string[] }) =>
  errors.length > 0 ? (
    <tr>
      <td colSpan={6}>
        {errors.map((error) => (
          <p key={error} className="df-field__error">
            {error}
          </p>
        ))}
      </td>
    </tr>
  ) : null

type VariantInputProps = Pick<
  ComponentProps<'input'>,
  'aria-label' | 'aria-invalid' | 'value' | 'placeholder'
> & { isSku: boolean; onChange: ChangeEventHandler<HTMLInputElement | HTMLTextAreaElement> }

/** A SKU wraps to further lines, so that all of it can be read. */
const VariantInput = ({ isSku, ...props }: VariantInputProps) =>
  isSku ? (
    <textarea
      {...props}
      className="df-control df-control--small df-variants__sku"
      rows={1}
      maxLength={maxSkuLength}
      autoComplete="off"
      spellCheck={false}
    />
  ) : (
    <input
      {...props}
      className="df-control df-control--small"
      maxLength={12}
      inputMode="decimal"
      autoComplete="off"
    />
  )

type RowProps = {
  draft: ProductFormValues
  variant: VariantOptions
  index: number
  fields: Record<string, string>
  onChange: (change: Partial<VariantFormValues>) => void
}

const VariantRow = ({ draft, variant, index, fields, onChange }: RowProps) => {
  const values = variantValues(draft, variant)
  const { priceOverride, cost, available, unavailableReason } = values
  const productPrice = draft.salePrice.trim() || draft.basePrice.trim()
  const name = [variant.color, variant.size].filter(Boolean).join(', ') || 'Product'
  const inputs = [
    ['sku', 'SKU', 'assigned on save'],
    ['priceOverride', 'Price', productPrice || 'none'],
    ['cost', 'Cost', '0.00'],
  ] as const
  const errors = inputs.map(([field]) => fields[`variants.${index}.${field}`])
  return (
    <>
      <tr className={available ? undefined : 'df-variants__off'}>
        <th scope="row">{variant.size ?? 'One size'}</th>
        {inputs.map(([field, label, placeholder], position) => (
          <td key={field}>
            <CardLabel>{label}</CardLabel>
            <VariantInput
              isSku={field === 'sku'}
              aria-label={`${label} of ${name}`}
              value={values[field]}
              placeholder={placeholder}
              aria-invalid={errors[position] ? true : undefined}
              onChange={({ currentTarget }) =>
                onChange({ [field]: currentTarget.value.replace(/\s*\n\s*/g, '') })
              }
            />
          </td>
        ))}
        <td className="df-number">
          <CardLabel>Margin</CardLabel>
          <Margin margin={marginOf(priceOverride.trim() || productPrice, cost)} />
        </td>
        <td>
          <CardLabel>Available</CardLabel>
          <Switch
            label={`${name} is available`}
            hideLabel
            checked={available}
            onChange={(isOn) => onChange({ available: isOn })}
          />
          {!available && unavailableReason ? <Badge tone="warn">{unavailableReason}</Badge> : null}
        </td>
      </tr>
      <ErrorRow errors={errors.filter((error) => error !== undefined)} />
    </>
  )
}

type ColorProps = ProductSectionProps & { color: string | null; variants: VariantOptions[] }

const ColorVariants = ({ color, variants, draft, set, fields }: ColorProps) => (
  <section className="df-variants">
    <h3>{color ?? 'One color'}</h3>
    {color === null ? null : (
      <PictureList
        label={`Images in ${color}`}
        pictures={draft.colorImages[color] ?? []}
        onChange={(pictures) => set({ colorImages: { ...draft.colorImages, [color]: pictures } })}
        error={errorIn(fields, `colorImages.${color}`)}
      />
    )}
    <table className="df-variants__table">
      <thead>
        <tr>
          {['Size', 'SKU', 'Price', 'Cost', 'Margin', 'Available'].map((head) => (
            <th key={head} scope="col" className={head === 'Margin' ? 'df-number' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {variants.map((variant, index) => {
          const key = variantKey(variant)
          return variant.color === color ? (
            <VariantRow
              key={key}
              draft={draft}
              variant={variant}
              index={index}
              fields={fields}
              onChange={(change) =>
                set({
                  variants: {
                    ...draft.variants,
                    [key]: { ...variantValues(draft, variant), ...change },
                  },
                })
              }
            />
          ) : null
        })}
      </tbody>
    </table>
  </section>
)

export function VariantsSection(section: ProductSectionProps) {
  const { draft } = section
  const variants = variantOptionsOf(draft)
  const colors = draft.colors.length > 0 ? draft.colors : [null]
  const unavailable = variants.filter((variant) => !variantValues(draft, variant).available).length
  return (
    <Panel
      title="Variants"
      aside={
        <span className="df-soft">
          {variants.length}
          {unavailable > 0 ? `, ${unavailable} unavailable` : ''}
        </span>
      }
    >
      {variants.length > 600 ? (
        <p className="df-panel__text">
          You can have up to 600 variants. Remove some sizes or colors.
        </p>
      ) : (
        colors.map((color) => (
          <ColorVariants key={color ?? ''} {...section} color={color} variants={variants} />
        ))
      )}
    </Panel>
  )
}

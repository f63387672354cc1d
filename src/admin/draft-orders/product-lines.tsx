'use client'
import { Trash2 } from 'lucide-react'

import { IconButton, passFocusOn } from '@/admin/form/button'
import { Field, SmallSelect } from '@/admin/form/fields'
import { FoundList, useSearchChoice } from '@/admin/form/search-choice'
import { cartLimits } from '@/modules/checkout/rules/cart'
import type { QuotedDraft } from '@/modules/draft-orders/schemas'
import { formatMoney, parseMoney } from '@/platform/money'

import { type DraftLine, toLine } from './draft-form-values'

type Found = { id: number; name: string; sizesAvailable: string[]; colorsAvailable: string[] }
type Quoted = QuotedDraft['lines'][number] | undefined

const quantities = Array.from(
  { length: cartLimits.quantityPerLine },
  (_, index) => [index + 1, String(index + 1)] as const,
)
const asOptions = (values: readonly string[]) => values.map((value) => [value, value] as const)

/** What is wrong with a line, or what it costs. */
const lineText = (quoted: Quoted): string => {
  if (!quoted) return ''
  if (quoted.status === 'gone') return 'Not for sale'
  if (quoted.status === 'unavailable' || quoted.unitPrice === null) return 'Out of stock'
  return `${formatMoney(parseMoney(quoted.unitPrice))} each`
}

const Line = ({
  line,
  quoted,
  onChange,
  onRemove,
}: {
  line: DraftLine
  quoted: Quoted
  onChange: (change: Partial<DraftLine>) => void
  onRemove: () => void
}) => {
  const { name, size, color, sizes, colors, quantity } = line
  const isBad = quoted !== undefined && quoted.status !== 'ok'
  return (
    <li className="df-draft__line">
      <p>
        <b>{name}</b>{' '}
        <span className={isBad ? 'df-field__error' : 'df-soft'}>{lineText(quoted)}</span>
      </p>
      <div className="df-row-actions">
        {sizes.length > 0 ? (
          <SmallSelect
            label={`Size of ${name}`}
            value={size}
            options={asOptions(sizes)}
            onChange={({ currentTarget }) => onChange({ size: currentTarget.value })}
          />
        ) : null}
        {colors.length > 0 ? (
          <SmallSelect
            label={`Color of ${name}`}
            value={color}
            options={asOptions(colors)}
            onChange={({ currentTarget }) => onChange({ color: currentTarget.value })}
          />
        ) : null}
        <SmallSelect
          label={`Quantity of ${name}`}
          value={quantity}
          options={quantities}
          onChange={({ currentTarget }) => onChange({ quantity: Number(currentTarget.value) })}
        />
        <IconButton ref={passFocusOn} icon={Trash2} label={`Remove ${name}`} onClick={onRemove} />
      </div>
    </li>
  )
}

const ProductSearch = ({ onChoose }: { onChoose: (product: Found) => void }) => {
  const { input, found, failure, choose } = useSearchChoice<Found>({
    path: '/api/admin/products',
    limit: 6,
    onChoose,
  })
  return (
    <Field label="Add a product" hint="Type part of a name, then choose.">
      {(described) => (
        <>
          <input {...described} {...input} className="df-control" />
          <FoundList
            label="Products found"
            found={found}
            failure={failure}
            none="No products found."
            nameOf={({ name }) => name}
            onChoose={choose}
          />
        </>
      )}
    </Field>
  )
}

/** The items of a draft. */
export function ProductLines({
  lines,
  quoted,
  error,
  onChange,
}: {
  lines: readonly DraftLine[]
  quoted: QuotedDraft['lines']
  error: string | undefined
  onChange: (lines: DraftLine[]) => void
}) {
  return (
    <>
      {lines.length > 0 ? (
        <ul className="df-draft__lines" aria-label="Items">
          {lines.map((line, index) => (
            <Line
              key={index}
              line={line}
              quoted={quoted.find(
                ({ productId, size, color }) =>
                  productId === line.id && size === line.size && color === line.color,
              )}
              onChange={(change) =>
                onChange(
                  lines.map((other, position) =>
                    position === index ? { ...other, ...change } : other,
                  ),
                )
              }
              onRemove={() => onChange(lines.filter((_, position) => position !== index))}
            />
          ))}
        </ul>
      ) : null}
      {error ? (
        <p role="alert" className="df-field__error">
          {error}
        </p>
      ) : null}
      <ProductSearch
        onChoose={({ id, name, sizesAvailable, colorsAvailable }) =>
          onChange([...lines, toLine({ id, name, sizes: sizesAvailable, colors: colorsAvailable })])
        }
      />
    </>
  )
}

'use client'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button, IconButton } from '@/admin/form/button'
import { SelectField, TextArea, TextField, TokensField } from '@/admin/form/fields'
import { bindText } from '@/admin/form/form-values'
import { PictureList } from '@/admin/form/picture-list'
import { Panel } from '@/admin/shell/panel'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import { defaultSizeGuide } from '@/modules/catalog/rules/product'

import { parseCents, type ProductFormValues } from './product-form-values'

export type ProductSectionProps = {
  draft: ProductFormValues
  set: (change: Partial<ProductFormValues>) => void
  /** Errors by field. */
  fields: Record<string, string>
}

/** The first error of a field or anything in it. */
export function errorIn(fields: Record<string, string>, name: string): string | undefined {
  return Object.entries(fields).find(
    ([field]) => field === name || field.startsWith(`${name}.`),
  )?.[1]
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="df-panel__form">{children}</div>
    </Panel>
  )
}

export function BasicsSection({
  draft,
  set,
  fields,
  categories,
}: ProductSectionProps & { categories: CategoryView[] }) {
  const text = bindText(draft, fields, set)
  return (
    <Section title="Basics">
      <TextField label="Name" required maxLength={120} {...text('name')} />
      <TextArea label="Description" optional rows={5} maxLength={4000} {...text('description')} />
      <SelectField
        label="Category"
        value={draft.categoryId}
        error={fields.categoryId}
        options={[['', 'No Category'], ...categories.map(({ id, name }) => [id, name] as const)]}
        onChange={({ currentTarget }) => set({ categoryId: currentTarget.value })}
      />
      <TokensField
        label="Tags"
        optional
        values={draft.tags}
        maxLength={60}
        error={errorIn(fields, 'tags')}
        hint="Words people might search for. Press Enter or comma to add one."
        onChange={(tags) => set({ tags })}
      />
    </Section>
  )
}

const priceHint = (text: string, isBase: boolean): string | undefined => {
  if (text.trim() === '')
    return isBase ? 'Add a price to make this product available for sale.' : undefined
  if (parseCents(text) !== null) return undefined
  return isBase
    ? 'Enter an amount like 28.00. Without a valid price, this product can’t be sold.'
    : 'Enter an amount like 19.50.'
}

export function PricesSection({ draft, set, fields }: ProductSectionProps) {
  const text = bindText(draft, fields, set)
  return (
    <Section title="Prices">
      <div className="df-form__row df-wide">
        <TextField
          label="Base price in dollars"
          inputMode="decimal"
          maxLength={40}
          hint={fields.basePrice ? undefined : priceHint(draft.basePrice, true)}
          {...text('basePrice')}
        />
        <TextField
          label="Sale price in dollars"
          optional
          inputMode="decimal"
          maxLength={40}
          hint={fields.salePrice ? undefined : priceHint(draft.salePrice, false)}
          {...text('salePrice')}
        />
      </div>
    </Section>
  )
}

export function OptionsSection({ draft, set, fields }: ProductSectionProps) {
  return (
    <Section title="Sizes and colors">
      <TokensField
        label="Sizes"
        values={draft.sizes}
        maxLength={40}
        error={errorIn(fields, 'sizesAvailable')}
        onChange={(sizes) => set({ sizes })}
      />
      <TokensField
        label="Colors"
        values={draft.colors}
        maxLength={40}
        error={errorIn(fields, 'colorsAvailable')}
        hint="Each size and color combination is a variant. Leave these blank if there’s only one."
        onChange={(colors) => set({ colors })}
      />
    </Section>
  )
}

export function PicturesSection({ draft, set, fields }: ProductSectionProps) {
  return (
    <Section title="Images">
      <PictureList
        label="Product images"
        pictures={draft.images}
        error={errorIn(fields, 'images')}
        onChange={(images) => set({ images })}
      />
    </Section>
  )
}

type SizeRow = ProductFormValues['sizeGuide'][number]
const columns = ['size', 'chest', 'length'] as const
const columnLabels = { size: 'Size', chest: 'Chest', length: 'Length' } as const
const emptySizeRow: SizeRow = { size: '', chest: '', length: '' }

/** A row for each size, filled in where the shop's own table has it. */
const suggestSizeGuide = (sizes: string[]): SizeRow[] =>
  sizes.length > 0
    ? sizes.map((size) => ({
        ...emptySizeRow,
        size,
        ...defaultSizeGuide.find((row) => row.size === size),
      }))
    : [emptySizeRow]

type SizeGuideProps = {
  rows: SizeRow[]
  fields: Record<string, string>
  onChange: (rows: SizeRow[]) => void
}

const SizeGuideTable = ({ rows, fields, onChange }: SizeGuideProps) => (
  <table className="df-guide" aria-labelledby="size-guide">
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {columnLabels[column]}
          </th>
        ))}
        <th scope="col">
          <span className="df-hidden">Remove</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row, index) => (
        <tr key={index}>
          {columns.map((column) => (
            <td key={column}>
              <input
                className="df-control df-control--small"
                aria-label={`${columnLabels[column]}, row ${index + 1}`}
                aria-invalid={fields[`sizeGuide.${index}.${column}`] ? true : undefined}
                maxLength={40}
                value={row[column]}
                onChange={({ currentTarget }) =>
                  onChange(
                    rows.map((other, position) =>
                      position === index ? { ...row, [column]: currentTarget.value } : other,
                    ),
                  )
                }
              />
            </td>
          ))}
          <td>
            <IconButton
              icon={X}
              label={`Remove row ${index + 1}`}
              onClick={() => onChange(rows.filter((_, position) => position !== index))}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const SizeGuide = ({ draft: { sizeGuide, sizes }, set, fields }: ProductSectionProps) => {
  const put = (rows: SizeRow[]): void => set({ sizeGuide: rows })
  const error = errorIn(fields, 'sizeGuide')
  if (sizeGuide.length === 0)
    return (
      <div className="df-field">
        <b>Size guide</b>
        <p className="df-field__hint">Uses the shop’s default size guide.</p>
        <p>
          <Button small onClick={() => put(suggestSizeGuide(sizes))}>
            Create a custom size guide
          </Button>
        </p>
      </div>
    )
  return (
    <div className="df-field">
      <b id="size-guide">Size guide</b>
      <SizeGuideTable rows={sizeGuide} fields={fields} onChange={put} />
      {error ? <p className="df-field__error">{error}</p> : null}
      <p className="df-row-actions df-start">
        <Button
          small
          icon={Plus}
          disabled={sizeGuide.length >= 30}
          onClick={() => put([...sizeGuide, emptySizeRow])}
        >
          Add row
        </Button>
        <Button variant="ghost" small onClick={() => put([])}>
          Use the default size guide
        </Button>
      </p>
    </div>
  )
}

export function DesignSection(props: ProductSectionProps) {
  const { draft, set, fields } = props
  const text = bindText(draft, fields, set)
  return (
    <Section title="Story">
      <TextArea
        label="Design inspiration"
        optional
        rows={4}
        maxLength={4000}
        {...text('designInspiration')}
      />
      <div className="df-field">
        <b>
          Artwork <span className="df-soft">optional</span>
        </b>
        <PictureList
          label="Artwork"
          most={1}
          pictures={draft.artwork ? [draft.artwork] : []}
          error={fields.artwork}
          onChange={([artwork]) => set({ artwork: artwork ?? null })}
        />
      </div>
      <TextArea label="Care" optional rows={3} maxLength={2000} {...text('careInstructions')} />
      <SizeGuide {...props} />
      <TextField
        label="Canva design"
        optional
        type="url"
        inputMode="url"
        maxLength={500}
        placeholder="https://www.canva.com/design/..."
        hint="Visible to staff only."
        {...text('canvaDesignUrl')}
      />
    </Section>
  )
}

export function SeoSection({ draft, set, fields }: ProductSectionProps) {
  const text = bindText(draft, fields, set)
  return (
    <Section title="Search engines">
      <TextField
        label="Title"
        optional
        maxLength={120}
        placeholder={draft.name}
        hint={`${draft.seoTitle.length} of 120 characters. Leave blank to use the name.`}
        {...text('seoTitle')}
      />
      <TextArea
        label="Description for search results"
        optional
        rows={3}
        maxLength={300}
        hint={`${draft.seoDescription.length} of 300 characters. Leave blank to use the description.`}
        {...text('seoDescription')}
      />
    </Section>
  )
}

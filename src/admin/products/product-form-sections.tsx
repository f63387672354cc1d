'use client'

import { SelectField, TextArea, TextField, TokensField } from '@/admin/form/fields'
import { bindText, errorIn, parseCents } from '@/admin/form/form-values'
import { PictureList } from '@/admin/form/picture-list'
import { StartEndFields } from '@/admin/form/start-end-fields'
import { FormSection } from '@/admin/shell/panel'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import { itemOunces } from '@/modules/catalog/rules/garment-weight'

import type { ProductSectionProps } from './product-form-values'
import { SizeGuideField } from './size-guide-field'

export function BasicsSection({
  draft,
  set,
  fields,
  categories,
}: ProductSectionProps & { categories: CategoryView[] }) {
  const text = bindText(draft, fields, set)
  return (
    <FormSection title="Basics">
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
    </FormSection>
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

export function PricesSection({
  draft,
  set,
  fields,
  timeZone,
}: ProductSectionProps & { timeZone: string }) {
  const text = bindText(draft, fields, set)
  return (
    <FormSection title="Prices">
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
      {draft.salePrice.trim() === '' ? null : (
        <>
          <div className="df-form__row df-wide">
            <StartEndFields
              labels={['Sale starts', 'Sale ends']}
              values={[draft.saleStartsAt, draft.saleEndsAt]}
              fields={[fields.saleStartsAt, fields.saleEndsAt]}
              timeZone={timeZone}
              onStart={(saleStartsAt) => set({ saleStartsAt })}
              onEnd={(saleEndsAt) => set({ saleEndsAt })}
            />
          </div>
          <p className="df-soft">
            Times are in the shop’s time zone ({timeZone.replaceAll('_', ' ')}). Shoppers see the
            lowest price from the 30 days before the sale crossed out, if it was higher. Sizes and
            colors with their own price aren’t part of the sale.
          </p>
        </>
      )}
    </FormSection>
  )
}

export function OptionsSection({ draft, set, fields }: ProductSectionProps) {
  return (
    <FormSection title="Sizes and colors">
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
    </FormSection>
  )
}

export function PicturesSection({ draft, set, fields }: ProductSectionProps) {
  return (
    <FormSection title="Images">
      <PictureList
        label="Product images"
        pictures={draft.images}
        error={errorIn(fields, 'images')}
        onChange={(images) => set({ images })}
      />
    </FormSection>
  )
}

export function DesignSection(props: ProductSectionProps) {
  const { draft, set, fields } = props
  const text = bindText(draft, fields, set)
  return (
    <FormSection title="Story">
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
      <TextField
        label="Weight in ounces"
        optional
        inputMode="decimal"
        maxLength={10}
        hint={`Including packaging. Used for shipping prices by weight. Leave blank to use ${itemOunces({ weightOunces: null, name: draft.name })}, the usual weight for this kind of garment.`}
        {...text('weightOunces')}
      />
      <SizeGuideField {...props} />
      <TextField
        label="Canva design"
        optional
        type="url"
        inputMode="url"
        maxLength={500}
        placeholder="https://www.canva.com/design/..."
        hint="Not shown in the shop, but anyone can read it in the API. Use a view-only link."
        {...text('canvaDesignUrl')}
      />
    </FormSection>
  )
}

export function SeoSection({ draft, set, fields }: ProductSectionProps) {
  const text = bindText(draft, fields, set)
  return (
    <FormSection title="Search engines">
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
    </FormSection>
  )
}

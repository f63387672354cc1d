'use client'
import { toast } from '@payloadcms/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { SelectField, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { bindText, percentOf } from '@/admin/form/form-values'
import { StartEndFields } from '@/admin/form/start-end-fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import type { NewSaleResult } from '@/modules/catalog/schemas/sales'
import { pluralize } from '@/platform/pluralize'
import { fromZonedDateTime } from '@/platform/time-zones'

import { CategoryChoice } from './category-choice'
import { type ChosenProduct, ProductChoice } from './product-choice'

type Props = { categories: readonly CategoryView[]; timeZone: string }

const showResult = ({ started, skipped }: NewSaleResult): void => {
  const description =
    skipped
      .slice(0, 3)
      .map(({ name, reason }) => `${name}: ${reason}`)
      .join(' ') || undefined
  const more = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
  if (started === 0) toast.error('No products were put on sale', { description })
  else toast.success(`${pluralize(started, 'product')} put on sale${more}`, { description })
}

type Values = {
  isByCategory: boolean
  products: ChosenProduct[]
  categoryIds: number[]
  percent: string
  startsAt: string
  endsAt: string
}
const empty: Values = {
  isByCategory: false,
  products: [],
  categoryIds: [],
  percent: '',
  startsAt: '',
  endsAt: '',
}

const toRequest = (values: Values, timeZone: string) => ({
  productIds: values.isByCategory ? [] : values.products.map(({ id }) => id),
  categoryIds: values.isByCategory ? values.categoryIds : [],
  percent: percentOf(values.percent),
  startsAt: fromZonedDateTime(values.startsAt, timeZone),
  endsAt: fromZonedDateTime(values.endsAt, timeZone),
})

type FieldProps = {
  values: Values
  set: (change: Partial<Values>) => void
  fields: Record<string, string>
}

const ScopeFields = ({
  values,
  set,
  fields,
  categories,
}: FieldProps & Pick<Props, 'categories'>) => (
  <>
    <SelectField
      label="For"
      data-focus
      value={values.isByCategory ? 'categories' : 'products'}
      options={[
        ['products', 'Specific products'],
        ['categories', 'Specific categories'],
      ]}
      onChange={({ currentTarget: { value } }) => set({ isByCategory: value === 'categories' })}
    />
    {values.isByCategory ? (
      <CategoryChoice
        categories={categories}
        chosen={values.categoryIds}
        error={fields.productIds ?? fields.categoryIds}
        onChange={(categoryIds) => set({ categoryIds })}
      />
    ) : (
      <ProductChoice
        chosen={values.products}
        error={fields.productIds}
        onChange={(products) => set({ products })}
      />
    )}
  </>
)

const ValueFields = ({ values, set, fields, timeZone }: FieldProps & Pick<Props, 'timeZone'>) => (
  <>
    <TextField
      label="Percent off"
      inputMode="decimal"
      {...bindText(values, fields, set)('percent')}
      hint="Off the base price. To set an exact price, edit the product."
    />
    <div className="df-form__row">
      <StartEndFields
        labels={['Starts', 'Ends']}
        values={[values.startsAt, values.endsAt]}
        fields={[fields.startsAt, fields.endsAt]}
        timeZone={timeZone}
        onStart={(startsAt) => set({ startsAt })}
        onEnd={(endsAt) => set({ endsAt })}
      />
    </div>
    <p className="df-soft">
      Times are in the shop’s time zone ({timeZone.replaceAll('_', ' ')}). Products that already
      have a sale keep it.
    </p>
  </>
)

const NewSaleDialog = ({ categories, timeZone, onClose }: Props & { onClose: () => void }) => {
  const mutation = useAdminMutation()
  const [values, setValues] = useState(empty)
  const set = (change: Partial<Values>): void => setValues((before) => ({ ...before, ...change }))
  const section = { values, set, fields: mutation.fields }
  const start = async (): Promise<void> => {
    const result = await mutation.send<NewSaleResult>({
      path: '/api/admin/sales',
      body: toRequest(values, timeZone),
      failed: 'Couldn’t create the sale',
    })
    if (!result) return
    showResult(result)
    if (result.started > 0) onClose()
  }
  return (
    <FormDialog
      title="New sale"
      size="wide"
      mutation={mutation}
      submit="Create sale"
      onSubmit={start}
      onClose={onClose}
    >
      <ScopeFields {...section} categories={categories} />
      <ValueFields {...section} timeZone={timeZone} />
    </FormDialog>
  )
}

export function NewSale(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="solid" icon={Plus} data-new onClick={() => setIsOpen(true)}>
        New sale
      </Button>
      {isOpen ? <NewSaleDialog {...props} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

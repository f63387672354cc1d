'use client'
import { toast } from '@payloadcms/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { SelectField, TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { ScheduleField } from '@/admin/form/schedule-field'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { pluralize } from '@/admin/shell/pluralize'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import type { NewSaleResult } from '@/modules/catalog/schemas/sales'
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

const NewSaleDialog = ({ categories, timeZone, onClose }: Props & { onClose: () => void }) => {
  const mutation = useAdminMutation()
  const { fields } = mutation
  const [isByCategory, setIsByCategory] = useState(false)
  const [products, setProducts] = useState<ChosenProduct[]>([])
  const [categoryIds, setCategoryIds] = useState<number[]>([])
  const [percent, setPercent] = useState('')
  const [startsAt, setStartsAt] = useState('')
  const [endsAt, setEndsAt] = useState('')
  const start = async (): Promise<void> => {
    const result = await mutation.send<NewSaleResult>({
      path: '/api/admin/sales',
      body: {
        productIds: isByCategory ? [] : products.map(({ id }) => id),
        categoryIds: isByCategory ? categoryIds : [],
        percent: percent.trim() === '' ? null : Number(percent),
        startsAt: fromZonedDateTime(startsAt, timeZone),
        endsAt: fromZonedDateTime(endsAt, timeZone),
      },
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
      <SelectField
        label="For"
        data-focus
        value={isByCategory ? 'categories' : 'products'}
        options={[
          ['products', 'Chosen products'],
          ['categories', 'Chosen categories'],
        ]}
        onChange={({ currentTarget: { value } }) => setIsByCategory(value === 'categories')}
      />
      {isByCategory ? (
        <CategoryChoice
          categories={categories}
          chosen={categoryIds}
          error={fields.productIds ?? fields.categoryIds}
          onChange={setCategoryIds}
        />
      ) : (
        <ProductChoice chosen={products} error={fields.productIds} onChange={setProducts} />
      )}
      <TextField
        label="Percent off"
        inputMode="decimal"
        value={percent}
        error={fields.percent}
        hint="Off the base price. To set an exact price, edit the product."
        onChange={({ currentTarget }) => setPercent(currentTarget.value)}
      />
      <div className="df-form__row">
        <ScheduleField
          label="Starts"
          optional
          required={false}
          timeZone={timeZone}
          value={startsAt}
          error={fields.startsAt}
          hint="Leave blank to start now."
          onChange={setStartsAt}
        />
        <ScheduleField
          label="Ends"
          optional
          required={false}
          timeZone={timeZone}
          value={endsAt}
          error={fields.endsAt}
          hint="Leave blank for no end."
          onChange={setEndsAt}
        />
      </div>
      <p className="df-soft">
        Times are in the shop’s time zone ({timeZone.replaceAll('_', ' ')}). Products that already
        have a sale keep it.
      </p>
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

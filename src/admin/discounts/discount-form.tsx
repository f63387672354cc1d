'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { SelectField, Switch, TextField } from '@/admin/form/fields'
import { bindText } from '@/admin/form/form-values'
import { PageForm } from '@/admin/form/page-form'
import { StartEndFields } from '@/admin/form/start-end-fields'
import {
  type AdminMutation,
  type AdminRequest,
  useAdminMutation,
} from '@/admin/form/use-admin-mutation'
import { FormSection } from '@/admin/shell/panel'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'
import {
  type DiscountKind,
  discountKinds,
  type DiscountScope,
  discountScopes,
} from '@/modules/discounts/rules'
import type { AdminDiscount } from '@/modules/discounts/schemas'

import { CategoryChoice } from './category-choice'
import {
  type DiscountFormValues,
  mergeDiscounts,
  toDiscountFormValues,
  toDiscountRequest,
} from './discount-form-values'
import { type ChosenProduct, ProductChoice } from './product-choice'

const kindOptions = [
  ['percent', 'Percentage off'],
  ['amount', 'Amount off'],
  ['free_shipping', 'Free shipping'],
] as const satisfies readonly (readonly [DiscountKind, string])[]
const scopeOptions = [
  ['all', 'Everything'],
  ['products', 'Specific products'],
  ['categories', 'Specific categories'],
] as const satisfies readonly (readonly [DiscountScope, string])[]

type SectionProps = {
  values: DiscountFormValues
  set: (change: Partial<DiscountFormValues>) => void
  fields: Record<string, string>
  text: ReturnType<typeof bindText<DiscountFormValues>>
}

const NameFields = ({ values, set, text, isNew }: SectionProps & { isNew: boolean }) => (
  <>
    <TextField
      label="Name"
      maxLength={80}
      autoComplete="off"
      {...text('name')}
      hint="Shoppers see this name when the discount doesn’t need a code."
    />
    {isNew ? (
      <>
        <Switch
          label="Applies automatically, without a code"
          checked={values.isAutomatic}
          onChange={(isAutomatic) => set({ isAutomatic })}
        />
        {values.isAutomatic ? null : (
          <TextField
            label="Code"
            optional
            maxLength={40}
            autoComplete="off"
            {...text('code')}
            hint="You can add more codes later."
          />
        )}
      </>
    ) : null}
  </>
)

const ValueFields = ({ values, set, fields, text }: SectionProps) => (
  <div className="df-form__row df-wide">
    <SelectField
      label="Discount"
      value={values.kind}
      options={kindOptions}
      onChange={({ currentTarget: { value } }) =>
        set({ kind: discountKinds.find((kind) => kind === value) ?? values.kind })
      }
    />
    {values.kind === 'percent' ? (
      <TextField label="Percent" inputMode="decimal" {...text('percent')} />
    ) : null}
    {values.kind === 'amount' ? (
      <TextField label="Amount, $" inputMode="decimal" {...text('amount')} />
    ) : null}
    <SelectField
      label="For"
      value={values.scope}
      error={fields.scope}
      options={scopeOptions}
      onChange={({ currentTarget: { value } }) =>
        set({ scope: discountScopes.find((scope) => scope === value) ?? values.scope })
      }
    />
    <TextField label="Minimum order, $" optional inputMode="decimal" {...text('minimumSubtotal')} />
  </div>
)

const LimitFields = ({
  values,
  set,
  text,
  timeZone,
  fields,
}: SectionProps & { timeZone: string }) => (
  <>
    <div className="df-form__row df-wide">
      <StartEndFields
        labels={['Starts', 'Ends']}
        values={[values.startsAt, values.endsAt]}
        fields={[fields.startsAt, fields.endsAt]}
        timeZone={timeZone}
        onStart={(startsAt) => set({ startsAt })}
        onEnd={(endsAt) => set({ endsAt })}
      />
      <TextField label="Total uses" optional inputMode="numeric" {...text('maxUses')} />
      <TextField
        label="Uses per customer"
        optional
        inputMode="numeric"
        {...text('maxUsesPerCustomer')}
        hint="Customers have to sign in."
      />
    </div>
    <Switch
      label="Only for a customer’s first order (they have to sign in)"
      checked={values.firstOrderOnly}
      onChange={(firstOrderOnly) => set({ firstOrderOnly })}
    />
  </>
)

type Props = {
  /** Null: a new one. */
  discount: AdminDiscount | null
  /** Names of its products. */
  products: ChosenProduct[]
  categories: readonly CategoryView[]
  timeZone: string
}

const updateRequest = ({ id }: AdminDiscount, body: object): AdminRequest => ({
  method: 'PUT',
  path: `/api/admin/discounts/${id}`,
  body,
  done: 'Discount saved',
  failed: 'Couldn’t save the discount',
})

const createRequest = (body: object): AdminRequest => ({
  path: '/api/admin/discounts',
  leaves: true,
  body,
  done: 'Discount created',
  failed: 'Couldn’t create the discount',
})

type FormState = { values: DiscountFormValues; products: ChosenProduct[] }

/** The form, its saved values, and their version. A new discount opens its own page once saved. */
const useDiscountForm = (
  { discount, products, timeZone }: Omit<Props, 'categories'>,
  { send }: AdminMutation,
) => {
  const router = useRouter()
  const [form, setForm] = useState<FormState>(() => ({
    values: toDiscountFormValues(discount, timeZone),
    products,
  }))
  const [saved, setSaved] = useState(form)
  const [version, setVersion] = useState(discount?.updatedAt)

  const toRequest = (state: FormState) => toDiscountRequest(state.values, state.products, timeZone)

  /** `isOverwrite`: after a conflict, which refreshed `discount`, saves only what was changed here. */
  const save = async (isOverwrite = false): Promise<void> => {
    const { isAutomatic, code } = form.values
    const mine = toRequest(form)
    const theirs = { values: toDiscountFormValues(discount, timeZone), products }
    const body = isOverwrite ? mergeDiscounts(toRequest(saved), mine, toRequest(theirs)) : mine
    const result = await send<AdminDiscount>(
      discount
        ? updateRequest(discount, { ...body, version: isOverwrite ? discount.updatedAt : version })
        : createRequest({ ...body, code: isAutomatic ? null : code.trim() || null }),
    )
    if (!result) return
    const stored = {
      values: toDiscountFormValues(result, timeZone),
      products: body.productIds === mine.productIds ? form.products : products,
    }
    setSaved(stored)
    // Input during the request stays unsaved.
    setForm((now) => (now === form ? stored : now))
    setVersion(result.updatedAt)
    if (!discount) router.push(`/admin/discounts/${result.id}`)
  }
  return {
    ...form,
    draft: {
      collection: 'discounts',
      id: discount?.id ?? null,
      isDirty: JSON.stringify(form) !== JSON.stringify(saved),
      // With the version that it is based on, so that no later save is overwritten unseen.
      values: { name: form.values.name, form, known: version },
      put: ({ form: typed, known }: Record<string, unknown>): void => {
        setForm((now) => (typeof typed === 'object' ? { ...now, ...typed } : now))
        setVersion(typeof known === 'string' ? known : undefined)
      },
    },
    set: (change: Partial<DiscountFormValues>): void =>
      setForm((before) => ({ ...before, values: { ...before.values, ...change } })),
    setProducts: (chosen: ChosenProduct[]): void =>
      setForm((before) => ({ ...before, products: chosen })),
    save,
  }
}

export function DiscountForm({ categories, ...props }: Props) {
  const { discount, timeZone } = props
  const mutation = useAdminMutation()
  const { fields } = mutation
  const { values, products, draft, set, setProducts, save } = useDiscountForm(props, mutation)
  const section = { values, set, fields, text: bindText(values, fields, set) }
  return (
    <PageForm
      className="df-product df-discount"
      mutation={mutation}
      draft={draft}
      href={discount && `/admin/discounts/${discount.id}`}
      onSave={save}
      status={draft.isDirty ? 'Not saved yet' : discount ? 'Saved' : 'No changes yet'}
      submit={discount ? 'Save changes' : 'Create discount'}
    >
      <FormSection title="Discount">
        <NameFields {...section} isNew={discount === null} />
        <ValueFields {...section} />
        {values.scope === 'products' ? (
          <ProductChoice chosen={products} error={fields.productIds} onChange={setProducts} />
        ) : null}
        {values.scope === 'categories' ? (
          <CategoryChoice
            categories={categories}
            chosen={values.categoryIds}
            error={fields.categoryIds}
            onChange={(categoryIds) => set({ categoryIds })}
          />
        ) : null}
        <p className="df-field__hint">
          Each order gets its best item discount, plus free shipping if there is one. Item discounts
          don’t combine.
        </p>
      </FormSection>
      <FormSection title="Limits">
        <LimitFields {...section} timeZone={timeZone} />
        <Switch label="On" checked={values.isActive} onChange={(isActive) => set({ isActive })} />
      </FormSection>
    </PageForm>
  )
}

'use client'
import { Copy, ExternalLink } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'

import { Button, TextLink } from '@/admin/form/button'
import { Switch, TextField } from '@/admin/form/fields'
import { bindText } from '@/admin/form/form-values'
import { PageForm } from '@/admin/form/page-form'
import { PresenceNotice } from '@/admin/form/presence-notice'
import { type AdminRequest, useAdminMutation } from '@/admin/form/use-admin-mutation'
import { Fact } from '@/admin/shell/fact'
import { FormSection, Panel } from '@/admin/shell/panel'
import type { CategoryView } from '@/modules/catalog/queries/list-categories'

import { DeleteProduct } from './delete-product'
import {
  BasicsSection,
  DesignSection,
  OptionsSection,
  PicturesSection,
  PricesSection,
  SeoSection,
} from './product-form-sections'
import {
  type ProductFormValues,
  type ProductSectionProps,
  toOverwriteRequest,
  toProductRequest,
  withAssignedValues,
} from './product-form-values'
import { VariantsSection } from './variants-section'

type Props = {
  /** Null for a new product. */
  id: number | null
  initial: ProductFormValues
  /** `updatedAt` of what `initial` was read from. */
  version: string | null
  categories: CategoryView[]
  timeZone: string
  facts: { label: string; text: string }[]
  /** What it has cost, from the server. */
  history?: ReactNode
}

type Result = {
  id: number
  slug: string | null
  saleStartsAt: string | null
  updatedAt: string
  variants: { size: string | null; color: string | null; sku: string | null }[]
}

const createRequest = (body: object): AdminRequest => ({
  path: '/api/admin/products',
  body,
  leaves: true,
  done: 'Product created',
  failed: 'Error creating product',
})
const updateRequest = (id: number, body: object): AdminRequest => ({
  method: 'PUT',
  path: `/api/admin/products/${id}`,
  body,
  done: 'Product updated',
  failed: 'Error updating product',
})

type FormState = Omit<Props, 'categories' | 'facts' | 'history'>

/** The values of the form, what is saved of them, and the version that the next save is based on. */
const useProductForm = ({ id, initial, version, timeZone }: FormState) => {
  const router = useRouter()
  const mutation = useAdminMutation()
  const { send } = mutation
  const [draft, setDraft] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [baseVersion, setBaseVersion] = useState(version)
  const [awaitsRefresh, setAwaitsRefresh] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const isDirty = !isGone && JSON.stringify(draft) !== JSON.stringify(saved)

  /** `isOverwrite`: after a conflict, sends only the fields changed here. */
  const save = async (isOverwrite = false): Promise<void> => {
    const body = toProductRequest(draft, timeZone)
    const result = await send<Result>(
      id === null
        ? createRequest(body)
        : updateRequest(
            id,
            isOverwrite
              ? toOverwriteRequest(saved, draft, timeZone)
              : { ...body, ...(baseVersion ? { version: baseVersion } : {}) },
          ),
    )
    if (!result) return
    setSaved(withAssignedValues(draft, result, draft, timeZone))
    setDraft((now) => withAssignedValues(now, result, draft, timeZone))
    setBaseVersion(result.updatedAt)
    if (isOverwrite) setAwaitsRefresh(true)
    if (id !== null) return
    setIsGone(true)
    router.replace(`/admin/products/${result.id}`)
  }
  // After overwriting, fields changed by someone else show their values once the page is refreshed.
  if (awaitsRefresh && version === baseVersion) {
    setAwaitsRefresh(false)
    setSaved(initial)
    if (!isDirty) setDraft(initial)
  }
  return {
    mutation,
    draft,
    saved,
    baseVersion,
    isDirty,
    setDraft,
    save,
    leaveDeleted: () => {
      setIsGone(true)
      router.push('/admin/products')
    },
    restore: ({ known, base, ...values }: Record<string, unknown>) => {
      setDraft({ ...initial, ...values })
      if (typeof base === 'object') setSaved({ ...initial, ...base })
      if (id !== null) setBaseVersion(typeof known === 'string' ? known : null)
    },
  }
}

const StatusPanel = ({
  id,
  isActive,
  draft,
  set,
}: Pick<ProductSectionProps, 'draft' | 'set'> & { id: number | null; isActive: boolean }) => (
  <FormSection title="Status">
    <Switch
      label="Active: shown in the shop"
      checked={draft.isActive}
      onChange={(isOn) => set({ isActive: isOn })}
    />
    <Switch
      label="Featured"
      checked={draft.isFeatured}
      onChange={(isFeatured) => set({ isFeatured })}
    />
    <Switch
      label="Final sale: can’t be returned unless defective"
      checked={draft.isFinalSale}
      onChange={(isFinalSale) => set({ isFinalSale })}
    />
    {id === null ? null : isActive ? (
      <TextLink look="plain" href={`/products/${id}`} newTab>
        View in shop <ExternalLink aria-hidden size={15} />
      </TextLink>
    ) : (
      <p className="df-soft">Inactive products are hidden from the shop.</p>
    )}
  </FormSection>
)

const SlugPanel = ({ draft, set, fields }: ProductSectionProps) => (
  <FormSection title="URL handle">
    <TextField
      label="Slug"
      optional
      maxLength={160}
      hint="Used in links and CSV files. Leave blank to create it from the name."
      {...bindText(draft, fields, set)('slug')}
    />
  </FormSection>
)

const Facts = ({ facts }: Pick<Props, 'facts'>) =>
  facts.length > 0 ? (
    <Panel title="Details">
      <dl className="df-facts">
        {facts.map(({ label, text }) => (
          <Fact key={label} name={label}>
            {text}
          </Fact>
        ))}
      </dl>
    </Panel>
  ) : null

/** Opens an inactive copy of what is saved. */
const DuplicateProduct = ({ id, isDirty }: { id: number; isDirty: boolean }) => {
  const router = useRouter()
  const { send, isBusy } = useAdminMutation()
  const duplicate = async (): Promise<void> => {
    const copy = await send<Result>({
      path: `/api/admin/products/${id}/duplicate`,
      leaves: true,
      done: 'Product duplicated',
      doneText: 'This copy is inactive until you activate it.',
      failed: 'Error duplicating product',
    })
    if (copy) router.push(`/admin/products/${copy.id}`)
  }
  return (
    <Button
      variant="ghost"
      small
      icon={Copy}
      isBusy={isBusy}
      disabled={isDirty}
      title={isDirty ? 'Save your changes first' : undefined}
      onClick={() => void duplicate()}
    >
      Duplicate
    </Button>
  )
}

const overwriteText = 'If someone else saves first, we’ll warn you before overwriting anything.'

export function ProductForm({ categories, facts, history, ...product }: Props) {
  const { id } = product
  const { mutation, draft, setDraft, saved, baseVersion, isDirty, save, leaveDeleted, restore } =
    useProductForm(product)
  const set = (change: Partial<ProductFormValues>): void =>
    setDraft((before) => ({ ...before, ...change }))
  const section = { draft, set, fields: mutation.fields }
  return (
    <PageForm
      className="df-product"
      mutation={mutation}
      href={id === null ? null : `/admin/products/${id}`}
      onSave={save}
      // With the version and values that it is based on, so that no later save is overwritten unseen, and
      // overwriting sends only fields changed here.
      draft={{
        ...{ collection: 'products', id, isDirty, put: restore },
        values: { ...draft, known: baseVersion, base: saved },
      }}
      notice={
        id === null ? null : <PresenceNotice collection="products" id={id} then={overwriteText} />
      }
      status={isDirty ? 'Not saved yet' : id === null ? 'No changes yet' : 'Saved'}
      submit={id === null ? 'Create product' : 'Save changes'}
      actions={
        id === null ? null : (
          <>
            <DuplicateProduct id={id} isDirty={isDirty} />
            <DeleteProduct id={id} name={saved.name} showLabel onDeleted={leaveDeleted} />
          </>
        )
      }
    >
      <div className="df-columns">
        <div>
          <BasicsSection {...section} categories={categories} />
          <PricesSection {...section} timeZone={product.timeZone} />
          <PicturesSection {...section} />
          <OptionsSection {...section} />
          <VariantsSection {...section} />
          <DesignSection {...section} />
          <SeoSection {...section} />
          {history}
        </div>
        <div className="df-product__side">
          <StatusPanel id={id} isActive={saved.isActive} draft={draft} set={set} />
          <SlugPanel {...section} />
          <Facts facts={facts} />
        </div>
      </div>
    </PageForm>
  )
}

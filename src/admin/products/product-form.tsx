'use client'
import { ExternalLink } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { TextLink } from '@/admin/form/button'
import { Switch, TextField } from '@/admin/form/fields'
import { changedFields } from '@/admin/form/form-values'
import { PageForm } from '@/admin/form/page-form'
import { PresenceNotice } from '@/admin/form/presence-notice'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { Panel } from '@/admin/shell/panel'
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
  emptyProductForm,
  type ProductFormValues,
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
  facts: { label: string; text: string }[]
}

type Result = {
  id: number
  slug: string | null
  updatedAt: string
  variants: { size: string | null; color: string | null; sku: string | null }[]
}

export function ProductForm({ id, initial, version, categories, facts }: Props) {
  const router = useRouter()
  const mutation = useAdminMutation()
  const { send, fields } = mutation
  const [draft, setDraft] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [baseVersion, setBaseVersion] = useState(version)
  const [awaitsRefresh, setAwaitsRefresh] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const isDirty = !isGone && JSON.stringify(draft) !== JSON.stringify(saved)
  const set = (change: Partial<ProductFormValues>): void =>
    setDraft((before) => ({ ...before, ...change }))

  /** `isOver` overwrites after a conflict: only fields changed here are sent. */
  const save = async (isOver = false): Promise<void> => {
    const sent = draft
    const body = isOver
      ? changedFields(toProductRequest(saved), toProductRequest(sent))
      : { ...toProductRequest(sent), ...(baseVersion ? { version: baseVersion } : {}) }
    const result =
      id === null
        ? await send<Result>({
            path: '/api/admin/products',
            body: toProductRequest(sent),
            done: 'Product created',
            failed: 'Error creating product',
          })
        : await send<Result>({
            method: 'PUT',
            path: `/api/admin/products/${id}`,
            body,
            done: 'Product updated',
            failed: 'Error updating product',
          })
    if (!result) return
    setSaved(withAssignedValues(sent, result))
    setDraft((now) => withAssignedValues(now, result))
    setBaseVersion(result.updatedAt)
    if (isOver) setAwaitsRefresh(true)
    if (id === null) {
      setIsGone(true)
      router.replace(`/admin/products/${result.id}`)
    }
  }
  // After overwriting, fields changed by somebody else show their values once the page is refreshed.
  if (awaitsRefresh && version === baseVersion) {
    setAwaitsRefresh(false)
    setSaved(initial)
    if (!isDirty) setDraft(initial)
  }
  const section = { draft, set, fields }
  return (
    <PageForm
      className="df-product"
      mutation={mutation}
      href={id === null ? null : `/admin/products/${id}`}
      onSave={save}
      // With its version, so that a later save of somebody else is not overwritten unseen.
      draft={{
        collection: 'products',
        id,
        isDirty,
        values: { ...draft, known: baseVersion },
        put: ({ known: version, ...restored }) => {
          setDraft({ ...emptyProductForm, ...restored })
          if (id !== null) setBaseVersion(typeof version === 'string' ? version : null)
        },
      }}
      notice={
        id === null ? null : (
          <PresenceNotice
            collection="products"
            id={id}
            then="Whoever saves second is told, and nothing is written over unseen."
          />
        )
      }
      status={isDirty ? 'Not saved yet' : id === null ? 'Nothing typed yet' : 'All saved'}
      submit={id === null ? 'Create product' : 'Save changes'}
      actions={
        id === null ? null : (
          <DeleteProduct
            id={id}
            name={saved.name}
            showLabel
            onDeleted={() => {
              setIsGone(true)
              router.push('/admin/products')
            }}
          />
        )
      }
    >
      <div className="df-columns">
        <div>
          <BasicsSection {...section} categories={categories} />
          <PricesSection {...section} />
          <PicturesSection {...section} />
          <OptionsSection {...section} />
          <VariantsSection {...section} />
          <DesignSection {...section} />
          <SeoSection {...section} />
        </div>
        <div className="df-product__side">
          <Panel title="Status">
            <div className="df-panel__form">
              <Switch
                label="Active: shown in the shop"
                checked={draft.isActive}
                onChange={(isActive) => set({ isActive })}
              />
              <Switch
                label="Featured"
                checked={draft.isFeatured}
                onChange={(isFeatured) => set({ isFeatured })}
              />
              {id !== null && saved.isActive ? (
                <TextLink look="plain" href={`/products/${id}`} newTab>
                  See it in the shop <ExternalLink aria-hidden size={15} />
                </TextLink>
              ) : null}
              {id !== null && !saved.isActive ? (
                <p className="df-soft">While it is not active, the shop does not show it.</p>
              ) : null}
            </div>
          </Panel>
          <Panel title="Stable name">
            <div className="df-panel__form">
              <TextField
                label="Slug"
                optional
                maxLength={160}
                value={draft.slug}
                error={fields.slug}
                hint="By this name files know it again. Empty: made from the name."
                onChange={({ currentTarget }) => set({ slug: currentTarget.value })}
              />
            </div>
          </Panel>
          {facts.length > 0 ? (
            <Panel title="About this entry">
              <dl className="df-facts">
                {facts.map(({ label, text }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </Panel>
          ) : null}
        </div>
      </div>
    </PageForm>
  )
}

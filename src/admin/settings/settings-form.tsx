'use client'
import { bindText } from '@/admin/form/bind-text'
import { Button } from '@/admin/form/button'
import { useRef, useState } from 'react'

import { changedFields } from '@/admin/form/changed-fields'
import { ConflictActions } from '@/admin/form/conflict-notice'
import { ErrorSummary } from '@/admin/form/error-summary'
import { Switch, TextArea, TextField, TokensField } from '@/admin/form/fields'
import { UnsavedDraft } from '@/admin/form/unsaved-draft'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { usePageForm } from '@/admin/form/use-page-form'
import { Panel } from '@/admin/shell/panel'
import type { AdminSettings } from '@/modules/shop/queries/admin-settings'

import {
  type SettingsFormValues,
  toSettingsFormValues,
  toSettingsRequest,
} from './settings-form-values'
import { TaxRules } from './tax-rules'

const socialLinks = [
  ['facebookUrl', 'Facebook', undefined],
  ['instagramUrl', 'Instagram', undefined],
  ['pinterestUrl', 'Pinterest', 'The footer shows the ones that are filled in.'],
] as const

export function SettingsForm({ settings }: { settings: AdminSettings }) {
  const { send, isBusy, fields, refusal, code } = useAdminMutation()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => toSettingsFormValues(settings))
  const [saved, setSaved] = useState(draft)
  const [version, setVersion] = useState(settings.updatedAt)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const set = (change: Partial<SettingsFormValues>): void =>
    setDraft((before) => ({ ...before, ...change }))
  const text = bindText(draft, fields, set)
  /** `isOver` overwrites after a conflict: only fields changed here are sent. */
  const save = async (isOver = false): Promise<void> => {
    const sent = draft
    const result = await send<AdminSettings>({
      method: 'PUT',
      path: '/api/admin/settings',
      body: isOver
        ? changedFields(toSettingsRequest(saved), toSettingsRequest(sent))
        : { ...toSettingsRequest(sent), version },
      done: 'Settings saved',
      failed: 'The settings could not be saved',
    })
    if (!result) return
    const stored = toSettingsFormValues(result)
    setSaved(stored)
    // Input during the request stays unsaved.
    setDraft((now) => (now === sent ? stored : now))
    setVersion(result.updatedAt)
  }
  const invalidFields = usePageForm(form, fields)
  return (
    <form
      ref={form}
      className="df-product df-settings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <UnsavedDraft
        collection="settings"
        id={null}
        isDirty={isDirty}
        values={{ draft, version }}
        put={({ draft: kept, version: over }) => {
          setDraft(kept as SettingsFormValues)
          setVersion(over as string)
        }}
      />
      <ErrorSummary fields={invalidFields} />
      {refusal && invalidFields.length === 0 ? (
        <div className="df-form__refusal" role="alert">
          <p>{refusal}</p>
          {code === 'version_conflict' ? (
            <ConflictActions
              href="/admin/settings"
              isBusy={isBusy}
              onOverwrite={() => void save(true)}
            />
          ) : null}
        </div>
      ) : null}
      <Panel title="Shipping and tax">
        <div className="df-panel__form">
          <div className="df-form__row df-wide">
            <TextField label="Shipping, $" inputMode="decimal" {...text('shippingPrice')} />
            <TextField
              label="Free shipping from, $"
              inputMode="decimal"
              {...text('freeShippingFrom')}
            />
            <TextField label="Sales tax, %" inputMode="decimal" {...text('taxPercent')} />
          </div>
          <TaxRules
            rules={draft.stateTaxRules}
            fields={fields}
            onChange={(stateTaxRules) => set({ stateTaxRules })}
          />
        </div>
      </Panel>
      <Panel title="Goals">
        <div className="df-panel__form">
          <div className="df-form__row df-wide">
            <TextField label="Revenue, $" inputMode="numeric" {...text('revenueGoal')} />
            <TextField label="Active products" inputMode="numeric" {...text('productGoal')} />
            <TextField label="Pieces of content" inputMode="numeric" {...text('contentGoal')} />
          </div>
          <p className="df-field__hint">The arcs of the dashboard lead there.</p>
        </div>
      </Panel>
      <Panel title="Contact and social">
        <div className="df-panel__form">
          <TextField
            label="Email address of the shop"
            type="email"
            {...text('contactEmail')}
            hint="Shown on pages and in letters; messages of the contact page go there."
          />
          <TextField
            label="Postal address of the shop"
            optional
            {...text('postalAddress')}
            hint="In one line. Shown on the contact page and at the foot of letters, where the law asks for it."
          />
          {socialLinks.map(([name, label, hint]) => (
            <TextField
              key={name}
              label={label}
              optional
              type="url"
              placeholder="https://"
              hint={hint}
              {...text(name)}
            />
          ))}
        </div>
      </Panel>
      <Panel title="Imports, printing and media">
        <div className="df-panel__form">
          <TokensField
            label="Words that make an Etsy listing a recovery product"
            values={draft.etsyKeywords}
            maxLength={40}
            error={
              fields.etsyKeywords ??
              Object.entries(fields).find(([name]) => name.startsWith('etsyKeywords.'))?.[1]
            }
            hint="Matched as whole words. Enter or a comma adds one."
            onChange={(etsyKeywords) => set({ etsyKeywords })}
          />
          <TextField
            label="Largest file of the media library, MB"
            inputMode="numeric"
            {...text('mediaMaxMegabytes')}
            hint="1 to 100."
          />
          <Switch
            label="Send paid orders to Printful by themselves"
            checked={draft.printfulAutoSubmit}
            onChange={(printfulAutoSubmit) => set({ printfulAutoSubmit })}
          />
        </div>
      </Panel>
      <Panel title="Small texts">
        <div className="df-panel__form">
          <TextField label="Tagline" maxLength={160} {...text('tagline')} />
          <TextArea label="Shipping" optional rows={2} maxLength={600} {...text('shippingNote')} />
          <TextArea label="Quality" optional rows={2} maxLength={600} {...text('qualityNote')} />
          <TextArea
            label="Returns"
            optional
            rows={2}
            maxLength={600}
            {...text('returnsNote')}
            hint="The last three stand beside each product. The long texts are under Pages."
          />
        </div>
      </Panel>
      <div className="df-savebar">
        <p role="status">{isDirty ? 'Not saved yet' : 'All saved'}</p>
        <Button type="submit" variant="solid" isBusy={isBusy} aria-keyshortcuts="Control+S">
          {isBusy ? 'Saving...' : 'Save changes'}
        </Button>
      </div>
    </form>
  )
}

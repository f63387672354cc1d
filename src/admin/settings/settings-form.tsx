'use client'
import { Button } from '@/admin/form/button'
import { type ChangeEvent, useRef, useState } from 'react'

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

type TextName = {
  [Name in keyof SettingsFormValues]: SettingsFormValues[Name] extends string ? Name : never
}[keyof SettingsFormValues]

export function SettingsForm({ settings }: { settings: AdminSettings }) {
  const { send, isBusy, fields, refusal, code } = useAdminMutation()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => toSettingsFormValues(settings))
  const [saved, setSaved] = useState(draft)
  const [version, setVersion] = useState(settings.updatedAt)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const set = (change: Partial<SettingsFormValues>): void =>
    setDraft((before) => ({ ...before, ...change }))
  const typed = (name: TextName) => ({
    value: draft[name],
    error: fields[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [name]: currentTarget.value }),
  })
  /** `isOver`: saved over what somebody else did meanwhile, which stays wherever nothing was changed here. */
  const save = async (isOver = false): Promise<void> => {
    const sent = draft
    const answer = await send<AdminSettings>({
      method: 'PUT',
      path: '/api/admin/settings',
      body: isOver
        ? changedFields(toSettingsRequest(saved), toSettingsRequest(sent))
        : { ...toSettingsRequest(sent), version },
      done: 'Settings saved',
      failed: 'The settings could not be saved',
    })
    if (!answer) return
    const kept = toSettingsFormValues(answer)
    setSaved(kept)
    // What was typed while it was under way stays, as unsaved.
    setDraft((now) => (now === sent ? kept : now))
    setVersion(answer.updatedAt)
  }
  const wrong = usePageForm(form, fields)
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
      <ErrorSummary wrong={wrong} />
      {refusal && wrong.length === 0 ? (
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
            <TextField label="Shipping, $" inputMode="decimal" {...typed('shippingPrice')} />
            <TextField
              label="Free shipping from, $"
              inputMode="decimal"
              {...typed('freeShippingFrom')}
            />
            <TextField label="Sales tax, %" inputMode="decimal" {...typed('taxPercent')} />
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
            <TextField label="Revenue, $" inputMode="numeric" {...typed('revenueGoal')} />
            <TextField label="Active products" inputMode="numeric" {...typed('productGoal')} />
            <TextField label="Pieces of content" inputMode="numeric" {...typed('contentGoal')} />
          </div>
          <p className="df-field__hint">The arcs of the dashboard lead there.</p>
        </div>
      </Panel>
      <Panel title="Contact and social">
        <div className="df-panel__form">
          <TextField
            label="Email address of the shop"
            type="email"
            {...typed('contactEmail')}
            hint="Shown on pages and in letters; messages of the contact page go there."
          />
          <TextField
            label="Postal address of the shop"
            optional
            {...typed('postalAddress')}
            hint="In one line. Shown on the contact page and at the foot of letters, where the law asks for it."
          />
          <TextField
            label="Facebook"
            optional
            type="url"
            placeholder="https://"
            {...typed('facebookUrl')}
          />
          <TextField
            label="Instagram"
            optional
            type="url"
            placeholder="https://"
            {...typed('instagramUrl')}
          />
          <TextField
            label="Pinterest"
            optional
            type="url"
            placeholder="https://"
            {...typed('pinterestUrl')}
            hint="The footer shows the ones that are filled in."
          />
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
            {...typed('mediaMaxMegabytes')}
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
          <TextField label="Tagline" maxLength={160} {...typed('tagline')} />
          <TextArea label="Shipping" optional rows={2} maxLength={600} {...typed('shippingNote')} />
          <TextArea label="Quality" optional rows={2} maxLength={600} {...typed('qualityNote')} />
          <TextArea
            label="Returns"
            optional
            rows={2}
            maxLength={600}
            {...typed('returnsNote')}
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

'use client'
import { useState } from 'react'

import { Button } from '@/admin/form/button'
import { Switch, TextArea, TextField, TokensField } from '@/admin/form/fields'
import { bindText, changedFields, errorIn } from '@/admin/form/form-values'
import { PageForm } from '@/admin/form/page-form'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { FormSection } from '@/admin/shell/panel'
import { alertGroupLabels, alertGroups } from '@/modules/notifications/rules'
import { maxReviewDays } from '@/modules/one-time-emails/rules'
import type { AdminSettings } from '@/modules/shop/queries/admin-settings'
import { maxSynonymsLength, missingSynonyms } from '@/modules/shop/rules/search-synonyms'

import { Choices } from './choices'
import { PaymentFields } from './payment-fields'
import { PromisesFields } from './promises-fields'
import {
  type SettingsFormValues,
  toSettingsFormValues,
  toSettingsRequest,
} from './settings-form-values'
import { ShippingRates } from './shipping-rates'
import { TaxRules, TaxStates } from './tax-rules'

const socialLinks = [
  ['facebookUrl', 'Facebook', undefined],
  ['instagramUrl', 'Instagram', undefined],
  ['pinterestUrl', 'Pinterest', 'Links you fill in show up in the footer.'],
] as const

type SectionProps = {
  draft: SettingsFormValues
  set: (change: Partial<SettingsFormValues>) => void
  /** Errors by field. */
  fields: Record<string, string>
  text: ReturnType<typeof bindText<SettingsFormValues>>
}

const ShippingSection = ({ draft, set, fields, text }: SectionProps) => (
  <FormSection title="Shipping and tax">
    <div className="df-form__row df-wide">
      <TextField label="Shipping, $" inputMode="decimal" {...text('shippingPrice')} />
      <TextField
        label="Minimum for free shipping, $"
        inputMode="decimal"
        hint="0 makes shipping free for everyone; anything over 5,000 turns it off."
        {...text('freeShippingFrom')}
      />
      <TextField label="Sales tax, %" inputMode="decimal" {...text('taxPercent')} />
    </div>
    <ShippingRates draft={draft} set={set} fields={fields} />
    <TaxStates draft={draft} set={set} />
    <TaxRules
      rules={draft.stateTaxRules}
      fields={fields}
      onChange={(stateTaxRules) => set({ stateTaxRules })}
    />
  </FormSection>
)

const PromisesSection = ({ draft, set, fields, text }: SectionProps) => (
  <FormSection title="Delivery and returns">
    <PromisesFields draft={draft} set={set} fields={fields} text={text} />
  </FormSection>
)

const PaymentSection = ({ draft, set, text }: SectionProps) => (
  <FormSection title="Payment">
    <PaymentFields draft={draft} set={set} text={text} />
  </FormSection>
)

const GiftCardsSection = ({ draft, set, fields, text }: SectionProps) => (
  <FormSection title="Gift cards">
    <Switch
      label="Sell gift cards"
      checked={draft.sellsGiftCards}
      onChange={(sellsGiftCards) => set({ sellsGiftCards })}
    />
    <TextField
      label="Amounts to choose from, $"
      {...text('giftCardAmounts')}
      error={errorIn(fields, 'giftCardAmounts')}
      hint="Up to 8, separated by commas."
    />
    <div className="df-form__row df-wide">
      <TextField label="Smallest custom amount, $" inputMode="decimal" {...text('giftCardMin')} />
      <TextField label="Largest custom amount, $" inputMode="decimal" {...text('giftCardMax')} />
    </div>
    <Switch
      label="Let customers ask for store credit when they return items"
      checked={draft.offersStoreCredit}
      onChange={(offersStoreCredit) => set({ offersStoreCredit })}
    />
  </FormSection>
)

const RequestedEmailsSection = ({ draft, set, text }: SectionProps) => (
  <FormSection title="Emails customers can request">
    <p className="df-field__hint">
      One email each, only to people who ask for it. We delete their request once it’s sent.
    </p>
    <Switch
      label="When a sold-out size and color is back in stock"
      checked={draft.backInStockEmails}
      onChange={(backInStockEmails) => set({ backInStockEmails })}
    />
    <Switch
      label="Their cart, to open on another device"
      checked={draft.cartEmails}
      onChange={(cartEmails) => set({ cartEmails })}
    />
    <Switch
      label="A reminder to review an order"
      checked={draft.reviewEmails}
      onChange={(reviewEmails) => set({ reviewEmails })}
    />
    <TextField
      label="Days from delivery to the reminder"
      inputMode="numeric"
      {...text('reviewEmailDays')}
      hint={`1 to ${maxReviewDays}. Only customers with an account can review.`}
    />
  </FormSection>
)

const GoalsSection = ({ text }: SectionProps) => (
  <FormSection title="Goals">
    <div className="df-form__row df-wide">
      <TextField label="Revenue, $" inputMode="numeric" {...text('revenueGoal')} />
      <TextField label="Active products" inputMode="numeric" {...text('productGoal')} />
      <TextField label="Articles" inputMode="numeric" {...text('contentGoal')} />
    </div>
    <p className="df-field__hint">Goals shown on the dashboard.</p>
  </FormSection>
)

const ContactSection = ({ draft, set, text }: SectionProps) => (
  <FormSection title="Contact and social">
    <TextField label="Tagline" maxLength={160} {...text('tagline')} hint="Shown in the footer." />
    <TextField
      label="Shop email address"
      type="email"
      {...text('contactEmail')}
      hint="Shown on the site and in emails. Contact messages are sent here."
    />
    <Choices
      legend="Email the shop about"
      options={alertGroups}
      labels={alertGroupLabels}
      chosen={draft.alertGroups}
      onChange={(chosen) => set({ alertGroups: chosen })}
    />
    <TextField
      label="Shop mailing address"
      optional
      {...text('postalAddress')}
      hint="On one line. Shown on the contact page and, as required by law, at the bottom of emails."
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
  </FormSection>
)

const SearchSection = ({ draft: { searchSynonyms }, set, text }: SectionProps) => {
  const missing = missingSynonyms(searchSynonyms)
  const [added, setAdded] = useState<{ before: string; after: string } | null>(null)
  const add = (): void => {
    const after = [searchSynonyms.trim(), ...missing].join('\n').trim()
    setAdded({ before: searchSynonyms, after })
    set({ searchSynonyms: after })
  }
  return (
    <FormSection title="Search">
      <TextArea
        label="Search synonyms"
        optional
        rows={10}
        maxLength={maxSynonymsLength}
        {...text('searchSynonyms')}
        hint="One group per line, separated by commas: tee, t-shirt, shirt. Use an arrow for one direction only: gift => tote."
      />
      <div>
        {added?.after === searchSynonyms ? (
          <Button small onClick={() => set({ searchSynonyms: added.before })}>
            Undo
          </Button>
        ) : missing.length > 0 ? (
          <Button small onClick={add}>
            Add suggested synonyms
          </Button>
        ) : null}
      </div>
    </FormSection>
  )
}

const IntegrationsSection = ({ draft, set, fields, text }: SectionProps) => (
  <FormSection title="Imports, printing, and media">
    <TokensField
      label="Etsy recovery keywords"
      values={draft.etsyKeywords}
      maxLength={40}
      error={errorIn(fields, 'etsyKeywords')}
      hint="Matched as whole words. Press Enter or comma to add one."
      onChange={(etsyKeywords) => set({ etsyKeywords })}
    />
    <TextField
      label="Maximum upload size, MB"
      inputMode="numeric"
      {...text('mediaMaxMegabytes')}
      hint="1 to 100."
    />
    <Switch
      label="Send paid orders to Printful automatically"
      checked={draft.printfulAutoSubmit}
      onChange={(printfulAutoSubmit) => set({ printfulAutoSubmit })}
    />
    <TextField
      label="Minutes to wait before sending"
      inputMode="numeric"
      {...text('printfulWaitMinutes')}
      hint="0 to 1,440. During this time, customers can change or cancel the order themselves."
    />
  </FormSection>
)

export function SettingsForm({ settings }: { settings: AdminSettings }) {
  const mutation = useAdminMutation()
  const { send, fields } = mutation
  const [draft, setDraft] = useState(() => toSettingsFormValues(settings))
  const [saved, setSaved] = useState(draft)
  const [version, setVersion] = useState(settings.updatedAt)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(saved)
  const set = (change: Partial<SettingsFormValues>): void =>
    setDraft((before) => ({ ...before, ...change }))
  const section = { draft, set, fields, text: bindText(draft, fields, set) }
  /** `isOverwrite`: after a conflict, sends only the fields changed here. */
  const save = async (isOverwrite = false): Promise<void> => {
    const sent = draft
    const result = await send<AdminSettings>({
      method: 'PUT',
      path: '/api/admin/settings',
      body: isOverwrite
        ? changedFields(toSettingsRequest(saved), toSettingsRequest(sent))
        : { ...toSettingsRequest(sent), version },
      done: 'Settings saved',
      failed: 'Couldn’t save settings',
    })
    if (!result) return
    const stored = toSettingsFormValues(result)
    setSaved(stored)
    // Input during the request stays unsaved.
    setDraft((now) => (now === sent ? stored : now))
    setVersion(result.updatedAt)
  }
  return (
    <PageForm
      className="df-product df-settings"
      mutation={mutation}
      href="/admin/settings"
      onSave={save}
      draft={{
        ...{ collection: 'settings', id: null, isDirty },
        // With what it was based on, so that overwriting sends only fields changed here.
        values: { draft, version, saved },
        put: (restored) => {
          setDraft((now) => ({ ...now, ...(restored.draft as SettingsFormValues) }))
          setSaved((now) => ({ ...now, ...(restored.saved as SettingsFormValues | undefined) }))
          setVersion(restored.version as string)
        },
      }}
      status={isDirty ? 'Not saved yet' : 'Saved'}
      submit="Save changes"
    >
      <ShippingSection {...section} />
      <PromisesSection {...section} />
      <PaymentSection {...section} />
      <GiftCardsSection {...section} />
      <RequestedEmailsSection {...section} />
      <GoalsSection {...section} />
      <ContactSection {...section} />
      <SearchSection {...section} />
      <IntegrationsSection {...section} />
    </PageForm>
  )
}

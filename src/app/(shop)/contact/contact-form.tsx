'use client'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

import { useSession } from '@/components/account/use-session'
import { ApiForm, emailInput, HoneypotField, SubmitButton } from '@/components/form/api-form'
import { type FormText, formText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { normalizeOrderNumber } from '@/modules/orders/rules/order-number'
import { contactTopics, maxMessageLength } from '@/modules/shop/rules/contact'
import { api, ApiError } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { focusOnMount } from '@/ui/focus-on-mount'
import { FormError } from '@/ui/form-error'
import { SelectField, TextArea, TextField } from '@/ui/form-fields'

import {
  contactFieldErrors,
  type ContactFormValues,
  type DraftField,
  draftFields,
  draftStore,
  emptyDraft,
} from './contact-draft'

const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 429
    ? 'You’ve sent a lot of messages. This one is still here; please try again in 10 minutes.'
    : error instanceof ApiError && error.status < 500
      ? 'Please check the highlighted fields.'
      : 'Something went wrong. Your message is still here; check your connection and try again.'

type SentProps = { email: string; message: string; onAgain: () => void }

const Sent = ({ email, message, onAgain }: SentProps) => (
  <div role="status" className="grid gap-4 rounded-sheet bg-good-soft p-[clamp(1.5rem,3vw,2.4rem)]">
    <h2 className="text-h3" tabIndex={-1} ref={focusOnMount}>
      Thanks, your message is on its way.
    </h2>
    <p>{message}</p>
    <p>
      We’ll reply to <strong>{email}</strong>. If you don’t see our reply by then, check your spam
      folder.
    </p>
    <p>
      <Button variant="line" onClick={onAgain}>
        Send another message
      </Button>
    </p>
  </div>
)

type FieldProps = {
  id: string
  name: DraftField
  value: string
  error: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

const ContactFields = ({ field }: { field: (name: DraftField) => FieldProps }) => (
  <>
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...field('name')}
        label="Name"
        hint="What should we call you?"
        autoComplete="name"
        maxLength={100}
        required
      />
      <TextField {...emailInput} {...field('email')} label="Email" required />
    </div>
    <div className="grid gap-5 sm:grid-cols-2">
      <SelectField {...field('topic')} label="Topic" required>
        <option value="">Choose</option>
        {contactTopics.map((topic) => (
          <option key={topic}>{topic}</option>
        ))}
      </SelectField>
      <TextField
        {...field('orderNumber')}
        label="Order number"
        optional
        hint="For example, DF-1001."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
      />
    </div>
    <TextArea {...field('message')} label="Message" hint="Up to 10,000 characters." required />
  </>
)

/** The values of the form: the draft of this tab, or what the account knows. */
const useDraftValues = () => {
  const { user } = useSession()
  const draft = useSyncExternalStore(draftStore.subscribe, draftStore.get, () => emptyDraft)
  const valueOf = (name: DraftField): string => {
    if (draft[name] !== undefined) return draft[name]
    if (name === 'name') return [user?.firstName, user?.lastName].filter(Boolean).join(' ')
    return (name === 'email' && user?.email) || ''
  }
  const values: ContactFormValues = {
    name: valueOf('name'),
    email: valueOf('email'),
    topic: valueOf('topic'),
    orderNumber: valueOf('orderNumber'),
    message: valueOf('message'),
  }
  return {
    values,
    setValue: (name: DraftField, value: string): void =>
      draftStore.set({ ...draft, [name]: value }),
  }
}

/** What was typed before the script had loaded belongs to the draft as well. */
const useEarlyInput = (form: RefObject<HTMLFormElement | null>): void =>
  useEffect(() => {
    const text = formText(form.current)
    const typed = draftFields.flatMap((name) => (text(name) ? [[name, text(name)] as const] : []))
    if (typed.length > 0) draftStore.set({ ...draftStore.get(), ...Object.fromEntries(typed) })
  }, [form])

/** The contact form. Input survives a reload or an error, and is cleared once sent. */
export function ContactForm() {
  const { values, setValue } = useDraftValues()
  const [sent, setSent] = useState<{ email: string; message: string } | null>(null)
  const { busy, errors, message, form, submit } = useSubmit(messageOf, { alsoWithFields: true })

  useEarlyInput(form)
  const send = (text: FormText): void =>
    void submit(
      async () => {
        const orderNumber = values.orderNumber.trim()
          ? normalizeOrderNumber(values.orderNumber)
          : undefined
        const website = text('website') || undefined
        const response = await api<{ message: string }>('POST', '/api/contact', {
          ...values,
          orderNumber,
          website,
        })
        setSent({ email: values.email.trim(), message: response.message })
        draftStore.clear()
      },
      { errors: contactFieldErrors(values, maxMessageLength) },
    )

  const writeAgain = (): void => {
    flushSync(() => setSent(null))
    document.getElementById('contact-name')?.focus()
  }
  if (sent) return <Sent {...sent} onAgain={writeAgain} />
  return (
    <ApiForm
      ref={form}
      action="/api/contact"
      aria-label="Write to us"
      className="grid max-w-[36rem] gap-5"
      onSubmit={send}
    >
      <ContactFields
        field={(name) => ({
          id: `contact-${name}`,
          name,
          value: values[name],
          error: errors[name],
          onChange: ({ target }) => setValue(name, target.value),
        })}
      />
      <HoneypotField className="absolute -left-[200vw]">Leave this empty</HoneypotField>
      <p className="text-small text-ink-soft">
        We only use this to reply to you.{' '}
        <a href="/privacy-policy" className="link">
          Privacy policy
        </a>
      </p>
      <SubmitButton busy={busy} className="justify-self-start">
        Send message
      </SubmitButton>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}

'use client'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { useSession } from '@/components/account/use-session'
import { contactTopics, maxMessageLength } from '@/modules/shop/rules/contact'
import { api, ApiError } from '@/ui/api-client'
import { Button } from '@/ui/button'
import { SelectField, TextArea, TextField } from '@/ui/form-fields'

import {
  contactFieldErrors,
  type ContactFormValues,
  type DraftField,
  draftFields,
  draftStore,
  emptyDraft,
  normalizeOrderNumber,
} from './contact-draft'

const troubleOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 429
    ? 'That was a lot of messages in a short time. What you wrote is still here; please try again in ten minutes.'
    : error instanceof ApiError && error.status < 500
      ? 'Some of it could not be used. Please look at the marked places.'
      : 'That did not reach us. What you wrote is still here; please try again in a moment.'

const Sent = ({
  email,
  message,
  onAgain,
}: {
  email: string
  message: string
  onAgain: () => void
}) => (
  <div role="status" className="grid gap-4 rounded-sheet bg-good-soft p-[clamp(1.5rem,3vw,2.4rem)]">
    <h2 className="text-h3" tabIndex={-1} ref={(heading) => heading?.focus()}>
      Sent. Thank you.
    </h2>
    <p>{message}</p>
    <p>
      The answer comes to <strong className="break-words">{email}</strong>. If it isn’t there by
      then, please look among the unwanted mail.
    </p>
    <p>
      <Button variant="line" onClick={onAgain}>
        Write another
      </Button>
    </p>
  </div>
)

/** Write to the shop. What was typed stays through a reload and through a refusal, and goes once it has been sent. */
export function ContactForm() {
  const { user } = useSession()
  const draft = useSyncExternalStore(draftStore.subscribe, draftStore.get, () => emptyDraft)
  const [sending, setSending] = useState(false)
  const [problems, setProblems] = useState<Partial<ContactFormValues>>({})
  const [trouble, setTrouble] = useState('')
  const [sent, setSent] = useState<{ email: string; message: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)

  // What was typed before this code was here belongs to the draft as well.
  useEffect(() => {
    const typed = new FormData(form.current ?? undefined)
    const early = draftFields.flatMap((name) => {
      const value = typed.get(name)
      return typeof value === 'string' && value ? [[name, value] as const] : []
    })
    if (early.length > 0) draftStore.set({ ...draftStore.get(), ...Object.fromEntries(early) })
  }, [])

  const known: Partial<ContactFormValues> = {
    name: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    email: user?.email ?? '',
  }
  const filled = Object.fromEntries(
    draftFields.map((name) => [name, draft[name] ?? known[name] ?? '']),
  ) as ContactFormValues
  const field = (name: DraftField) => ({
    id: `contact-${name}`,
    name,
    value: filled[name],
    error: problems[name],
    onChange: ({ target }: { target: { value: string } }) =>
      draftStore.set({ ...draft, [name]: target.value }),
  })
  const show = (found: Partial<ContactFormValues>): void => {
    setProblems(found)
    const first = draftFields.find((name) => found[name])
    if (first) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus()
  }

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (sending) return
    setTrouble('')
    const found = contactFieldErrors(filled, maxMessageLength)
    if (Object.keys(found).length > 0) return show(found)
    setProblems({})
    setSending(true)
    try {
      const website = String(new FormData(event.currentTarget).get('website') ?? '')
      const orderNumber = filled.orderNumber.trim()
        ? normalizeOrderNumber(filled.orderNumber)
        : undefined
      const { message } = await api<{ message: string }>('POST', '/api/contact', {
        ...filled,
        orderNumber,
        ...(website ? { website } : {}),
      })
      setSent({ email: filled.email.trim(), message })
      draftStore.clear()
    } catch (error) {
      setTrouble(troubleOf(error))
      if (error instanceof ApiError && error.fields) show(error.fields)
    } finally {
      setSending(false)
    }
  }

  if (sent) return <Sent {...sent} onAgain={() => setSent(null)} />
  return (
    <form
      ref={form}
      method="post"
      action="/api/contact"
      noValidate
      aria-label="Write to us"
      className="grid max-w-[36rem] gap-5"
      onSubmit={(event) => void send(event)}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('name')}
          label="Name"
          hint="Whatever you’d like to be called."
          autoComplete="name"
          maxLength={100}
          required
        />
        <TextField
          {...field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          required
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...field('topic')} label="What is it about?" required>
          <option value="">Choose</option>
          {contactTopics.map((topic) => (
            <option key={topic}>{topic}</option>
          ))}
        </SelectField>
        <TextField
          {...field('orderNumber')}
          label="Order number"
          optional
          hint="Like DF-1001, from our mail."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={24}
        />
      </div>
      <TextArea {...field('message')} label="Message" hint="At most 10,000 characters." required />
      <div className="absolute -left-[200vw]" aria-hidden="true">
        <label>
          Leave this empty <input type="text" name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <p className="text-small text-ink-soft">
        We use this to answer you, and for nothing else.{' '}
        <a href="/privacy-policy" className="link">
          Privacy policy
        </a>
      </p>
      <Button
        type="submit"
        aria-busy={sending}
        aria-disabled={sending}
        className="justify-self-start"
      >
        {sending ? 'Processing...' : 'Send the message'}
      </Button>
      <p role="alert" className="rounded-block bg-bad-soft px-4 py-3.5 text-ink empty:hidden">
        {trouble}
      </p>
    </form>
  )
}

'use client'
import { useState } from 'react'

import { formatLongDate } from '@/components/content/long-date'
import { SubmitButton } from '@/components/form/api-form'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { Section } from '@/components/layout/section'
import type { SubscriptionState } from '@/modules/newsletter/queries/get-subscription'
import { consentWordings, undeliverableMessage } from '@/modules/newsletter/rules/subscription'
import { api, ApiError } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { showToast } from '@/ui/toast'

const statusMessages = {
  none: 'This address isn’t subscribed.',
  unsubscribed: 'You unsubscribed. We no longer send the newsletter to this address.',
  cleaned: undeliverableMessage,
  pending:
    'Someone entered this address in one of our forms, and we’re waiting for you to confirm by email. You can also confirm here.',
  subscribed: 'You get the newsletter at this address, at most once a week.',
} satisfies Record<SubscriptionState['status'], string>

const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500
    ? errorMessage(error, 'That didn’t work. Please try again.')
    : 'Something went wrong, and nothing has changed. Check your connection and try again.'

type Props = { email: string; initial: SubscriptionState }

export function NewsletterToggle({ email, initial }: Props) {
  const [state, setState] = useState(initial)
  const { busy, message, submit } = useSubmit(messageOf)
  const isOn = state.status === 'subscribed'
  const isBounced = state.status === 'cleaned'

  const toggle = async (): Promise<void> => {
    setState(await api<SubscriptionState>(isOn ? 'DELETE' : 'POST', '/api/account/newsletter'))
    showToast(
      isOn
        ? { title: 'Unsubscribed', text: 'You can come back anytime.' }
        : { title: 'You’re subscribed', text: 'Once a week. Unsubscribe anytime.' },
    )
  }

  return (
    <Section
      id="weekly"
      title="A quiet email, once a week"
      className="grid max-w-[40rem] justify-items-start gap-4 rounded-sheet bg-surface p-[clamp(1.5rem,3vw,2.4rem)] shadow-rest"
    >
      <p className="text-ink-soft">Our latest reflections, at most once a week.</p>
      <p role="status">
        <strong>{email}</strong>
        <br />
        {statusMessages[state.status]}
      </p>
      {isOn && state.agreedAt ? (
        <p className="text-small text-ink-soft">
          You agreed on {formatLongDate(state.agreedAt)}
          {state.wording ? <> to: “{state.wording}”</> : null}
        </p>
      ) : null}
      {isOn || isBounced ? null : (
        <p id="letter-words" className="text-small text-ink-soft">
          By subscribing you agree: “{consentWordings.account}”
        </p>
      )}
      {isBounced ? null : (
        <SubmitButton
          type="button"
          variant={isOn ? 'line' : 'solid'}
          busy={busy}
          onClick={() => void submit(toggle)}
          aria-describedby={isOn ? undefined : 'letter-words'}
        >
          {isOn ? 'Unsubscribe' : 'Subscribe'}
        </SubmitButton>
      )}
      <FormError>{message}</FormError>
    </Section>
  )
}

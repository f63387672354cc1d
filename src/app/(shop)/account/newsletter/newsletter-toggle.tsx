'use client'
import { useState } from 'react'

import { formatLongDate } from '@/components/content/long-date'
import { SubmitButton } from '@/components/form/api-form'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { Section } from '@/components/layout/section'
import type { SubscriptionState } from '@/modules/newsletter/queries/get-subscription'
import { consentWordings } from '@/modules/newsletter/rules/subscription'
import { api, ApiError } from '@/platform/http/api-client'
import { FormError } from '@/ui/form-error'
import { showToast } from '@/ui/toast'

const statusMessages = {
  none: 'The letter doesn’t go to this address.',
  unsubscribed: 'You have left the letter. It doesn’t go to this address any more.',
  cleaned:
    'The last letter could not be delivered to this address, so we stopped. You can start it again.',
  pending:
    'This address was put into one of our forms and is waiting for an answer to our mail. You can say yes here, too.',
  subscribed: 'The letter goes to this address, once a week.',
} satisfies Record<SubscriptionState['status'], string>

const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.status < 500
    ? errorMessage(error, 'That did not work. Please try again.')
    : 'That did not reach us. Nothing has changed; please try again in a moment.'

type Props = { email: string; initial: SubscriptionState }

export function NewsletterToggle({ email, initial }: Props) {
  const [state, setState] = useState(initial)
  const { busy, message, submit } = useSubmit(messageOf)
  const isOn = state.status === 'subscribed'

  const toggle = async (): Promise<void> => {
    setState(await api<SubscriptionState>(isOn ? 'DELETE' : 'POST', '/api/account/newsletter'))
    showToast(
      isOn
        ? { title: 'No more letters', text: 'You can come back any time.' }
        : { title: 'The letter will find you', text: 'Once a week, and you can leave any time.' },
    )
  }

  return (
    <Section
      id="weekly"
      title="A quiet letter, once a week"
      className="grid max-w-[40rem] justify-items-start gap-4 rounded-sheet bg-surface p-[clamp(1.5rem,3vw,2.4rem)] shadow-rest"
    >
      <p className="text-ink-soft">
        One reflection, one small practice, and first word of new prints.
      </p>
      <p role="status">
        <strong className="break-words">{email}</strong>
        <br />
        {statusMessages[state.status]}
      </p>
      {isOn && state.agreedAt ? (
        <p className="text-small text-ink-soft">
          You agreed on {formatLongDate(state.agreedAt)}
          {state.wording ? <> to these words: “{state.wording}”</> : null}
        </p>
      ) : null}
      {isOn ? null : (
        <p id="letter-words" className="text-small text-ink-soft">
          With the button you say: “{consentWordings.account}”
        </p>
      )}
      <SubmitButton
        type="button"
        variant={isOn ? 'line' : 'solid'}
        busy={busy}
        onClick={() => void submit(toggle)}
        aria-describedby={isOn ? undefined : 'letter-words'}
      >
        {isOn ? 'Stop the letters' : 'Send me the letter'}
      </SubmitButton>
      <FormError>{message}</FormError>
    </Section>
  )
}

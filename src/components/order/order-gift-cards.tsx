'use client'
import { useRouter } from 'next/navigation'

import { giftCardTitle } from '@/components/cart/gift-card-lines'
import { LongDate } from '@/components/content/long-date'
import { ApiForm, emailError, emailInput, SubmitButton } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { Section } from '@/components/layout/section'
import type { OrderGiftCard } from '@/modules/gift-cards/queries'
import { formatDay } from '@/platform/calendar-days'
import { api } from '@/platform/http/api-client'
import { formatMoney } from '@/platform/money'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'
import { showToast } from '@/ui/toast'

import { useFirstFieldFocus, useInPlaceForm } from './use-in-place-form'

type Target = { orderNumber: string; orderKey: string | undefined }

const RecipientForm = ({
  card,
  target: { orderNumber, orderKey: key },
  onDone,
}: {
  card: OrderGiftCard
  target: Target
  onDone: () => void
}) => {
  const router = useRouter()
  const { busy, errors, message, form, submit } = useSubmit(errorMessage)
  useFirstFieldFocus(form)
  const save = (text: FormText): void => {
    const recipientEmail = text('recipientEmail').trim()
    void submit(
      async () => {
        await api('PUT', `/api/orders/${orderNumber}/gift-cards/${card.id}`, {
          recipientEmail,
          key,
        })
        showToast({ title: 'Address saved' })
        router.refresh()
        onDone()
      },
      {
        errors: { recipientEmail: emailError(recipientEmail, 'Please add the recipient’s email.') },
      },
    )
  }
  return (
    <ApiForm ref={form} aria-label="Recipient’s email" onSubmit={save} className="grid gap-4">
      <TextField
        {...emailInput}
        label="Recipient’s email"
        name="recipientEmail"
        autoComplete="off"
        defaultValue={card.recipientEmail}
        error={errors.recipientEmail}
      />
      <FormError>{message}</FormError>
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={busy} busyLabel="Saving...">
          Save
        </SubmitButton>
        <Button variant="ghost" onClick={onDone}>
          Never mind
        </Button>
      </div>
    </ApiForm>
  )
}

const Sending = ({ card, timeZone }: { card: OrderGiftCard; timeZone: string }) => {
  if (card.cardId === null) return <>We’ll email it once the order is paid.</>
  if (card.sentAt)
    return (
      <>
        Emailed {card.recipientEmail ? `to ${card.recipientEmail} ` : null}on{' '}
        <LongDate date={card.sentAt} timeZone={timeZone} />.
      </>
    )
  if (!card.isActive || card.balanceCents <= 0) return <>It won’t be sent.</>
  return card.sendOn ? (
    <>
      We’ll email it to {card.recipientEmail} on {formatDay(card.sendOn)}.
    </>
  ) : (
    <>We’re emailing it to {card.recipientEmail} now.</>
  )
}

/** The gift cards of an order: when each is or was sent, and where to, as long as that can be corrected. */
export function OrderGiftCards({
  cards,
  target,
  timeZone,
}: {
  cards: readonly OrderGiftCard[]
  target: Target
  timeZone: string
}) {
  const { open: openId, show, close } = useInPlaceForm<number>()
  return (
    <Section id="gift-cards" title="Gift cards" className="grid gap-4">
      <ul className="grid gap-5">
        {cards.map((card) => (
          <li key={card.id} className="grid gap-2">
            <p className="font-semibold">
              {card.origin === 'store-credit' ? 'Store credit' : giftCardTitle(card)},{' '}
              <span className="nums">{formatMoney(card.amountCents)}</span>
            </p>
            <p className="break-words text-ink-soft" role="status">
              <Sending card={card} timeZone={timeZone} />
            </p>
            {openId === card.id ? (
              <RecipientForm card={card} target={target} onDone={close} />
            ) : null}
            {card.origin === 'purchase' && !card.sentAt && !card.isSending ? (
              <button
                type="button"
                hidden={openId === card.id}
                className="link min-h-11 justify-self-start text-small print:hidden"
                onClick={({ currentTarget }) => show(card.id, currentTarget)}
              >
                Correct the email address
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

'use client'
import { useState } from 'react'

import { Button, TextLink } from '@/admin/form/button'
import { TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { OrderGiftCard } from '@/modules/gift-cards/queries'
import { formatDay } from '@/platform/calendar-days'
import { formatMoney } from '@/platform/money'
import { Badge } from '@/ui/badge'

/** Sends a card again, or corrects its address before it is sent. */
const ResendDialog = ({ orderId, card }: { orderId: number; card: OrderGiftCard }) => {
  const mutation = useAdminMutation()
  const [isOpen, setOpen] = useState(false)
  const isSent = card.sentAt !== null
  const save = async (form: FormData): Promise<void> => {
    const saved = await mutation.send({
      path: `/api/admin/orders/${orderId}/gift-cards/${card.id}/resend`,
      body: { recipientEmail: form.get('recipientEmail') },
      done: isSent ? 'Gift card on its way' : 'Address saved',
      failed: isSent ? 'Couldn’t send the gift card' : 'Couldn’t save the address',
    })
    if (saved) setOpen(false)
  }
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {isSent ? 'Send again' : 'Correct address'}
      </Button>
      {isOpen ? (
        <FormDialog
          title={isSent ? 'Send this gift card again' : 'Correct the address'}
          className="df-form"
          mutation={mutation}
          submit={isSent ? 'Send' : 'Save'}
          onSubmit={save}
          onClose={() => setOpen(false)}
        >
          <TextField
            label="Recipient’s email"
            name="recipientEmail"
            type="email"
            maxLength={254}
            autoComplete="off"
            data-focus
            defaultValue={card.recipientEmail}
            error={mutation.fields.recipientEmail}
          />
          {isSent ? (
            <p className="df-soft">
              If you change the address, the card gets a new code, and the old one stops working.
            </p>
          ) : null}
        </FormDialog>
      ) : null}
    </>
  )
}

const stateOf = ({ cardId, isActive, isHeldBack, sentAt, sendOn }: OrderGiftCard): string => {
  if (isHeldBack) return 'Won’t be sent'
  if (cardId === null) return 'Not paid yet'
  if (!isActive) return 'Disabled'
  if (sentAt) return 'Sent'
  return sendOn ? `Scheduled for ${formatDay(sendOn)}` : 'Being sent'
}

export function OrderGiftCards({
  orderId,
  cards,
  mayChange,
}: {
  orderId: number
  cards: readonly OrderGiftCard[]
  mayChange: boolean
}) {
  return (
    <ul className="df-entries">
      {cards.map((card) => (
        <li key={card.id} className="df-entry">
          <div>
            <p>
              <b>
                {card.origin === 'store-credit' ? 'Store credit' : 'Gift card'}
                {card.recipientName ? ` for ${card.recipientName}` : ''}
              </b>{' '}
              <Badge tone={card.sentAt && card.isActive ? 'good' : 'plain'}>{stateOf(card)}</Badge>
            </p>
            <p className="df-entry__meta">{card.recipientEmail}</p>
            {card.cardId === null ? null : (
              <p className="df-entry__meta">
                <TextLink href={`/admin/gift-cards/${card.cardId}`}>
                  Ending in {card.lastFour}
                </TextLink>
                , {formatMoney(card.balanceCents)} left
              </p>
            )}
            {mayChange && card.cardId !== null && card.isActive && card.balanceCents > 0 ? (
              <ResendDialog orderId={orderId} card={card} />
            ) : null}
          </div>
          <p className="df-entry__sum">{formatMoney(card.amountCents)}</p>
        </li>
      ))}
    </ul>
  )
}

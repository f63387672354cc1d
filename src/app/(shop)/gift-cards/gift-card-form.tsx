'use client'
import { useState } from 'react'

import { giftCardStore } from '@/components/cart/gift-card-store'
import { ApiForm, emailError, emailInput } from '@/components/form/api-form'
import type { FormText } from '@/components/form/form-text'
import { useSubmit } from '@/components/form/use-submit'
import { useBrowserValue } from '@/components/use-browser-value'
import {
  type GiftCardInput,
  giftCardLimits,
  giftCardProblem,
  type GiftCardSettings,
  giftCardTexts,
} from '@/modules/gift-cards/rules'
import { formatMoney, normalizeAmount, parseMoney } from '@/platform/money'
import { addDays, dayIn } from '@/platform/time-zones'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { TextArea, TextField } from '@/ui/form-fields'

const custom = 'custom'

/** Cents; 0 if the text isn't an amount. */
const parseAmount = (typed: string): number => {
  const amount = normalizeAmount(typed)
  return /^\d{1,4}(\.\d{1,2})?$/.test(amount) ? parseMoney(amount) : 0
}

const AmountChoice = ({
  settings: { amounts, minCents, maxCents },
  chosen,
  onChoose,
  error,
}: {
  settings: GiftCardSettings
  chosen: string
  onChoose: (value: string) => void
  error: string | undefined
}) => (
  <fieldset className="grid gap-3">
    <legend className="mb-2 text-small font-semibold">Amount</legend>
    <div className="flex flex-wrap gap-2.5">
      {[...amounts.map(String), custom].map((value) => (
        <label key={value} className="option px-5">
          <input
            type="radio"
            name="amount"
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
            className="sr-only"
          />
          {value === custom ? 'Other amount' : formatMoney(Number(value))}
        </label>
      ))}
    </div>
    {chosen === custom ? (
      <TextField
        label="Amount in US dollars"
        name="customAmount"
        inputMode="decimal"
        maxLength={8}
        autoComplete="off"
        hint={`From ${formatMoney(minCents)} to ${formatMoney(maxCents)}.`}
        error={error}
        className="max-w-60"
      />
    ) : null}
  </fieldset>
)

const toCard = (text: FormText, amountCents: number): GiftCardInput => ({
  amountCents,
  recipientName: text('recipientName').trim(),
  recipientEmail: text('recipientEmail').trim(),
  senderName: text('senderName').trim(),
  message: text('message').trim(),
  sendOn: text('sendOn') || null,
})

/** Who it is for, what to write, and when. */
const CardFields = ({ errors, timeZone }: { errors: Record<string, string>; timeZone: string }) => (
  <>
    <TextField
      label="Recipient’s name"
      name="recipientName"
      maxLength={giftCardTexts.name}
      autoComplete="off"
      error={errors.recipientName}
    />
    <TextField
      {...emailInput}
      label="Recipient’s email"
      name="recipientEmail"
      autoComplete="off"
      hint="Sending it to yourself? Use your own email and give them the code."
      error={errors.recipientEmail}
    />
    <TextField
      label="Your name"
      name="senderName"
      optional
      maxLength={giftCardTexts.name}
      autoComplete="name"
      hint="So they know who it’s from."
    />
    <TextArea label="Message" name="message" optional rows={4} maxLength={giftCardTexts.message} />
    <TextField
      label="Email it on"
      name="sendOn"
      optional
      type="date"
      hint="Leave blank to send it as soon as you pay. If you choose a day, we’ll email it that morning."
      error={errors.sendOn}
      className="max-w-60"
      max={addDays(dayIn(new Date(), timeZone), giftCardLimits.daysAhead)}
      suppressHydrationWarning
    />
  </>
)

type Props = { settings: GiftCardSettings; timeZone: string }

/** The amount chosen before hydration, which resets the control. */
const readInitialAmount = (): string =>
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLInputElement>('[name="amount"]:checked')?.value ?? '')

const useAmount = ({ amounts }: GiftCardSettings) => {
  const [initial] = useState(readInitialAmount)
  const [picked, pick] = useState('')
  const early = useBrowserValue(() => initial, '')
  const usual = String(amounts[0] ?? custom)
  return { shown: picked || early || usual, chosen: picked || initial || usual, pick }
}

/** The card as it was filled in, and a message for each field that has to change. */
const readCard = (text: FormText, chosen: string, { settings, timeZone }: Props) => {
  const today = dayIn(new Date(), timeZone)
  const typed = toCard(text, chosen === custom ? parseAmount(text('customAmount')) : Number(chosen))
  // Today means right away: the email doesn't wait for the morning.
  const card = typed.sendOn === today ? { ...typed, sendOn: null } : typed
  const problem = giftCardProblem(card, settings, today)
  return {
    card,
    errors: {
      customAmount: problem?.field === 'amount' ? problem.message : null,
      recipientName: card.recipientName ? null : 'Please add the recipient’s name.',
      recipientEmail: emailError(card.recipientEmail, 'Please add the recipient’s email.'),
      sendOn: problem?.field === 'sendOn' ? problem.message : null,
    },
  }
}

/** Puts a gift card into the cart. */
export function GiftCardForm(props: Props) {
  const { settings, timeZone } = props
  const { errors, message, form, submit } = useSubmit((error) =>
    error instanceof Error ? error.message : '',
  )
  const { shown, chosen, pick } = useAmount(settings)
  const add = (text: FormText, { elements }: HTMLFormElement): void => {
    const { card, errors: problems } = readCard(text, chosen, props)
    const day = elements.namedItem('sendOn')
    // A date that is only half filled in reads as blank, and blank means right away.
    if (day instanceof HTMLInputElement && day.validity.badInput)
      problems.sendOn = 'Please enter the full date, or leave it blank.'
    void submit(
      () => {
        if (!giftCardStore.add(card))
          return Promise.reject(
            new Error(`Orders are limited to ${giftCardLimits.perOrder} gift cards.`),
          )
        window.location.assign('/cart')
        return Promise.resolve('leaving' as const)
      },
      { errors: problems },
    )
  }
  return (
    <ApiForm ref={form} aria-label="Gift card" className="grid max-w-[34rem] gap-5" onSubmit={add}>
      <AmountChoice
        settings={settings}
        chosen={shown}
        onChoose={pick}
        error={errors.customAmount}
      />
      <CardFields errors={errors} timeZone={timeZone} />
      <FormError>{message}</FormError>
      <Button type="submit" size="lg" className="justify-self-start">
        Add to cart
      </Button>
      <p className="text-small text-ink-soft">
        No shipping or tax. A gift card works for anything in the shop except other gift cards, in
        one order or several.
      </p>
    </ApiForm>
  )
}

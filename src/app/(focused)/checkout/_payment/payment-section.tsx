'use client'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'

import { Notice } from '@/components/notice'
import { Button, ButtonLink } from '@/ui/button'

import { type PaymentMessage, progressMessages } from './payment-messages'
import type { usePayment } from './use-payment'

type Props = {
  payment: ReturnType<typeof usePayment>
  /** Shown instead of the ways to pay while details are missing. */
  incomplete?: ReactNode
  /** The name in the billing address: most cards have the same one. */
  cardholder: string
  contactEmail: string
}

const Unknown = ({ payment, contactEmail }: Pick<Props, 'payment' | 'contactEmail'>) => {
  const { open, checkAgain } = payment
  return (
    <>
      <div role="alert">
        <Notice kind="info">
          <p className="font-semibold">We’re still confirming your payment with PayPal.</p>
          <p>
            Please don’t pay again. Your order {open?.orderNumber} is saved, and we’ll email you as
            soon as we know. You can also check its page. Questions? Email{' '}
            <a className="underline" href={`mailto:${contactEmail}`}>
              {contactEmail}
            </a>
          </p>
        </Notice>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button variant="line" onClick={checkAgain}>
          Check again
        </Button>
        {open ? (
          <ButtonLink href={`/orders/${open.orderNumber}?key=${open.key}`} variant="ghost">
            View your order
          </ButtonLink>
        ) : null}
      </div>
    </>
  )
}

/** Why there are no buttons, and how to order without them. */
export function NoButtons({
  hasFailed,
  contactEmail,
}: Pick<Props, 'contactEmail'> & { hasFailed: boolean }) {
  return (
    <Notice kind="alert">
      <p className="font-semibold">
        {hasFailed
          ? 'We couldn’t reach PayPal.'
          : 'PayPal isn’t available on this device or in your location.'}
      </p>
      <p>
        {hasFailed
          ? 'Nothing was charged, and nothing you entered is lost. If trying again doesn’t help, check whether a content blocker is blocking PayPal. '
          : 'Nothing was charged, and your cart is saved. '}
        Try another browser or phone, or email{' '}
        <a className="underline" href={`mailto:${contactEmail}?subject=Help%20with%20my%20order`}>
          {contactEmail}
        </a>{' '}
        with what you’d like to order, and we’ll find another way.
      </p>
    </Notice>
  )
}

/** What stopped a payment. The live region around it is the caller's. */
export function PaymentNote({ note: { kind, text, order } }: { note: PaymentMessage }) {
  return (
    <Notice kind={kind}>
      <p>{text}</p>
      {order ? (
        <a className="link" href={`/orders/${order.orderNumber}?key=${order.key}`}>
          See order {order.orderNumber}
        </a>
      ) : null}
    </Notice>
  )
}

const loadButtons = () =>
  import('./payment-buttons').then((loaded) => ({ default: loaded.PaymentButtons }))
const PaymentButtons = lazy(loadButtons)
const ExpressPayment = lazy(() => import('./express-payment'))

/** Placeholder for the buttons while PayPal's sessions open. It also starts to load their script. */
const LoadingButton = () => {
  useEffect(() => {
    loadButtons().catch(() => undefined)
  }, [])
  return (
    <Button size="lg" disabled aria-busy className="pointer-events-none w-full">
      Loading…
    </Button>
  )
}

const ProviderButtons = ({ payment, contactEmail, cardholder }: Omit<Props, 'incomplete'>) => {
  const { buttons, offer, loadButtons, amount, isCovered, placeCovered, coveredLabel } = payment
  if (isCovered)
    return (
      <Button size="lg" className="w-full" disabled={amount === null} onClick={placeCovered}>
        {coveredLabel}
      </Button>
    )
  if (payment.express)
    return (
      <Suspense fallback={<LoadingButton />}>
        <ExpressPayment
          express={payment.express}
          dueCents={payment.dueCents}
          onPay={payment.payExpress}
          onDrop={payment.dropExpress}
        />
      </Suspense>
    )
  if (buttons === 'unasked')
    return (
      <Button size="lg" className="w-full" onClick={loadButtons}>
        Choose how to pay
      </Button>
    )
  if (buttons === 'ready' && offer.methods.length > 0)
    return (
      <Suspense fallback={<LoadingButton />}>
        <PaymentButtons payment={payment} cardholder={cardholder} />
      </Suspense>
    )
  if (buttons === 'loading') return <LoadingButton />
  const hasFailed = buttons === 'failed'
  return (
    <>
      <div role="alert">
        <NoButtons hasFailed={hasFailed} contactEmail={contactEmail} />
      </div>
      {hasFailed ? (
        <Button size="lg" variant="line" className="w-full" onClick={loadButtons}>
          Try again
        </Button>
      ) : null}
    </>
  )
}

/**
 * Moves the focus to the area when the payment begins or ends, a form opens or closes, or the buttons are loaded,
 * because the focused button disappears.
 */
const useFocusAfterChange = (isBusy: boolean, { buttons, openForm }: Props['payment']) => {
  const isOpen = buttons !== 'unasked' && buttons !== 'failed'
  const stage = isBusy ? 'busy' : isOpen ? (openForm ?? 'open') : buttons
  const area = useRef<HTMLDivElement>(null)
  const lastStage = useRef(stage)
  useEffect(() => {
    // Buttons that can't be loaded are announced, and may be without a click.
    if (
      lastStage.current !== stage &&
      stage !== 'failed' &&
      (document.activeElement === document.body || document.activeElement === null)
    )
      area.current?.focus({ preventScroll: true })
    lastStage.current = stage
  }, [stage])
  return area
}

/** Storefront specification 4: the provider's buttons show only when everything is filled in and no payment is running. */
export function PaymentSection({ payment, incomplete, cardholder, contactEmail }: Props) {
  const { phase, note } = payment
  const isBusy = phase !== 'idle' && phase !== 'unknown'
  const area = useFocusAfterChange(isBusy, payment)

  return (
    <div
      ref={area}
      tabIndex={-1}
      role="group"
      aria-label="Payment"
      className="grid gap-3.5 outline-none"
    >
      <div className="rounded-block border-[1.5px] border-line bg-paper p-4.5">
        <p className="font-semibold">Payment</p>
        <p className="mt-1.5 text-small text-ink-soft">
          {payment.isCovered
            ? 'There’s nothing left to pay.'
            : 'Pay by card or PayPal. PayPal handles the payment, so we never see your card number.'}
          {!payment.isCovered && payment.buttons === 'unasked'
            ? ' We won’t contact PayPal until you choose how to pay.'
            : null}
        </p>
      </div>
      {(['alert', 'info'] as const).map((kind) => (
        <div key={kind} role={kind === 'alert' ? 'alert' : 'status'} className="empty:hidden">
          {note?.kind === kind ? <PaymentNote note={note} /> : null}
        </div>
      ))}
      {isBusy && !payment.openForm ? (
        <Button size="lg" disabled aria-busy className="pointer-events-none w-full">
          Processing...
        </Button>
      ) : phase === 'unknown' ? (
        <Unknown payment={payment} contactEmail={contactEmail} />
      ) : (
        (incomplete ?? (
          <ProviderButtons payment={payment} contactEmail={contactEmail} cardholder={cardholder} />
        ))
      )}
      <p role="status" className="text-center text-small text-ink-soft empty:hidden">
        {isBusy && (!payment.openForm || payment.openForm === 'card_fields')
          ? progressMessages[phase]
          : ''}
      </p>
    </div>
  )
}

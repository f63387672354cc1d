'use client'
import {
  type DetailedHTMLProps,
  type HTMLAttributes,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
} from 'react'

import type { ButtonMethod } from '@/platform/payment-methods'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'

import type { CardFormProps } from './card-form'
import type { usePayment } from './use-payment'

type SdkElement = DetailedHTMLProps<
  HTMLAttributes<HTMLElement> & {
    type?: 'pay' | 'checkout'
    countryCode?: string
    productCode?: string
  },
  HTMLElement
>

declare module 'react' {
  // oxlint-disable-next-line typescript/no-namespace -- JSX elements can only be declared in a namespace
  namespace JSX {
    interface IntrinsicElements {
      'paypal-button': SdkElement
      'venmo-button': SdkElement
      'paypal-pay-later-button': SdkElement
      'paypal-basic-card-container': SdkElement
      'paypal-basic-card-button': SdkElement
    }
  }
}

/** Loaded only where the owner offers it. */
const { Dialog: CardForm, isReady } = lazyDialog<CardFormProps>(() =>
  import('./card-form').then((loaded) => loaded.CardForm),
)

type Props = { payment: ReturnType<typeof usePayment>; cardholder: string }

const look = 'block w-full [--paypal-button-border-radius:6px]'

const CardFieldsButton = ({ payment, cardholder }: Props) => {
  const { offer, openForm, isCardFormLoaded, openCardForm } = payment
  const isOpen = openForm === 'card_fields'
  const open = (): void => void isReady().then((ready) => ready && openCardForm())
  return (
    <>
      {isOpen ? null : (
        <Button variant="line" size="lg" className="w-full" onClick={open}>
          Debit or credit card
        </Button>
      )}
      {isCardFormLoaded && offer.cardFields ? (
        // PayPal's frames stay mounted, so they keep what was typed.
        <div hidden={!isOpen}>
          <Suspense fallback={<p role="status">Loading…</p>}>
            <CardForm fields={offer.cardFields} payment={payment} cardholder={cardholder} />
          </Suspense>
        </div>
      ) : null}
    </>
  )
}

/** Safari draws its own button for this element; other browsers show the text. */
const ApplePayButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-label="Pay with Apple Pay"
    onClick={onClick}
    className="min-h-12 w-full cursor-pointer rounded-[6px] bg-black font-semibold text-white [-apple-pay-button-style:black] [-apple-pay-button-type:pay] supports-[-webkit-appearance:-apple-pay-button]:[-webkit-appearance:-apple-pay-button] dusk:[-apple-pay-button-style:white]"
  >
    <span className="supports-[-webkit-appearance:-apple-pay-button]:hidden">
      Pay with Apple Pay
    </span>
  </button>
)

/** Google's own button, which its script creates once the buyer chooses Google Pay. */
const GooglePayContainer = ({ element }: { element: HTMLElement }) => {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    container.current?.append(element)
    return () => element.remove()
  }, [element])
  return <div ref={container} role="group" aria-label="Google Pay" className="min-h-12" />
}

const GooglePayButton = ({
  payment: { openForm, offer },
  onClick,
}: Pick<Props, 'payment'> & { onClick: () => void }) =>
  openForm === 'google_pay' && offer.googleContainer ? (
    <GooglePayContainer element={offer.googleContainer} />
  ) : (
    <Button variant="line" size="lg" className="w-full" onClick={onClick}>
      Google Pay
    </Button>
  )

/** PayPal's own elements, defined by its script: real buttons inside, whose clicks reach us at once. */
const buttons: Record<ButtonMethod, (onClick: () => void, props: Props) => ReactNode> = {
  paypal: (onClick) => <paypal-button type="pay" className={look} onClick={onClick} />,
  venmo: (onClick) => <venmo-button type="pay" className={look} onClick={onClick} />,
  // The card form opens inside the container, so the container stays while the form is open.
  card: (onClick) => (
    <paypal-basic-card-container className="block w-full">
      <paypal-basic-card-button className={look} onClick={onClick} />
    </paypal-basic-card-container>
  ),
  card_fields: (_, props) => <CardFieldsButton {...props} />,
  apple_pay: (onClick) => <ApplePayButton onClick={onClick} />,
  google_pay: (onClick, { payment }) => <GooglePayButton payment={payment} onClick={onClick} />,
  // Only PayPal's own label: paying later is never advertised.
  paylater: (onClick, { payment }) => (
    <paypal-pay-later-button className={look} onClick={onClick} {...payment.offer.payLater} />
  ),
}

/** The buttons of this visitor. While a form is open in the page, the other buttons are gone. */
export function PaymentButtons(props: Props) {
  const { offer, openForm, pay, canCloseForm, closeForm } = props.payment
  return (
    <div className="grid min-h-14 items-center gap-3">
      {offer.methods.map((method) => (
        <div key={method} hidden={openForm !== null && openForm !== method}>
          {buttons[method](() => pay(method), props)}
        </div>
      ))}
      {openForm && canCloseForm ? (
        <Button variant="ghost" className="w-full" onClick={closeForm}>
          Choose another way to pay
        </Button>
      ) : null}
    </div>
  )
}

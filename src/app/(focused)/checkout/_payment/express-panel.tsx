'use client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Notice } from '@/components/notice'
import { Button } from '@/ui/button'

import {
  createExpressRequests,
  type ExpressApproval,
  type ExpressCart,
  openExpressSession,
} from './express-session'
import { type PaymentMessage, paymentMessages } from './payment-messages'
import { isRecoverable, placeOrderProblem } from './payment-problem'
import { PaymentNote } from './payment-section'
import type { PayPalSession } from './paypal-sdk'

/** `windowless`: this browser can't open PayPal's window. */
type State = 'loading' | 'ready' | 'busy' | 'reading' | 'failed' | 'refused' | 'windowless'

const buyerUnknown: PaymentMessage = {
  kind: 'alert',
  text: 'We couldn’t get your details from PayPal. Nothing was charged. Please try again, or fill in the form.',
}

const useExpressRequests = (cart: ExpressCart) => {
  const latestCart = useRef(cart)
  useEffect(() => {
    latestCart.current = cart
  })
  const [requests] = useState(() => createExpressRequests(() => latestCart.current))
  return requests
}

/**
 * Opens the window and the payment that it shows. Leaving for PayPal's page instead would lose the payment's key.
 * @param fail gets problems; null if this browser can't open the window
 */
const startWindow = (
  session: PayPalSession,
  requests: ReturnType<typeof createExpressRequests>,
  fail: (message: PaymentMessage | null) => void,
): void => {
  const order = requests.open().then(({ id, total }) => ({ orderId: id, due: total }))
  order.catch((error: unknown) => {
    const problem = placeOrderProblem(error, navigator.onLine)
    fail(problem.kind === 'message' ? problem.message : paymentMessages.expressRefused)
  })
  session
    .start({ presentationMode: 'auto' }, order, { amount: '' })
    .catch((error: unknown) => fail(isRecoverable(error) ? null : paymentMessages.windowFailed))
}

const useWhileMounted = (begin: () => void, end: () => void): void => {
  const onBegin = useEffectEvent(begin)
  const onEnd = useEffectEvent(end)
  useEffect(() => {
    onBegin()
    return () => onEnd()
  }, [])
}

const openSession = async (
  ...args: Parameters<typeof openExpressSession>
): Promise<{ session: Awaited<ReturnType<typeof openExpressSession>>; state: State }> => {
  try {
    const session = await openExpressSession(...args)
    return { session, state: session ? 'ready' : 'refused' }
  } catch (error) {
    console.error('Express checkout could not be loaded:', error)
    return { session: null, state: 'failed' }
  }
}

type Props = {
  cart: ExpressCart
  nonce: string | undefined
  onApproved: (approval: ExpressApproval) => void
}

/** PayPal's window, from its button until the buyer's details are known. Nothing is captured here. */
const useExpressWindow = ({ cart, nonce, onApproved }: Props) => {
  const [state, setState] = useState<State>('loading')
  const [note, setNote] = useState<PaymentMessage | null>(null)
  const requests = useExpressRequests(cart)
  /** Set when the payment for this click couldn't be opened. The window's own error about it is then ignored. */
  const orderFailed = useRef(false)
  const open = useRef<{ session: PayPalSession; until: number } | null>(null)
  const stop = (message: PaymentMessage): void => {
    setState('ready')
    setNote(message)
  }
  const readBuyer = (): Promise<void> => {
    setState('reading')
    return requests.readBuyer().then(onApproved, (error: unknown) => {
      console.error('The buyer of an express payment could not be read:', error)
      stop(buyerUnknown)
    })
  }
  const load = async (): Promise<void> => {
    setState('loading')
    open.current = null
    const opened = await openSession(nonce, {
      onApprove: readBuyer,
      onCancel: () => stop(paymentMessages.cancelled),
      onError: (error) => {
        console.error('The payment window failed:', error)
        if (!orderFailed.current) stop(paymentMessages.windowFailed)
      },
      onShippingAddressChange: requests.changeAddress,
    })
    open.current = opened.session
    setState(opened.state)
  }
  useWhileMounted(
    () => void load(),
    () => open.current?.session.destroy?.(),
  )
  return {
    state,
    note,
    load,
    /** Must run inside the click: a window that opens later is blocked. */
    start: (): void => {
      if (state !== 'ready' || !open.current) return
      if (open.current.until <= Date.now()) {
        setNote(paymentMessages.stale)
        return void load()
      }
      setState('busy')
      setNote(null)
      orderFailed.current = false
      startWindow(open.current.session, requests, (message) => {
        if (orderFailed.current) return
        orderFailed.current = true
        if (message) stop(message)
        else setState('windowless')
      })
    },
  }
}

const unavailable = {
  refused: 'PayPal isn’t available on this device or in your location. Please fill in the form.',
  windowless:
    'Express checkout doesn’t work in this browser. Please fill in the form. You can still choose PayPal at the end.',
}

/** PayPal fills in the form. The buyer pressed an express button to get here, so PayPal is loaded right away. */
export default function ExpressPanel(props: Props) {
  const { state, note, load, start } = useExpressWindow(props)
  return (
    <section
      aria-labelledby="express-checkout"
      className="mb-10 grid gap-3.5 rounded-sheet bg-surface p-[clamp(1.3rem,2.4vw,2.1rem)] shadow-rest"
    >
      <h2 id="express-checkout" className="text-h3">
        Express checkout
      </h2>
      <p className="text-small text-ink-soft">
        PayPal fills in your name, email, and address. You’ll see the total and confirm it here
        before anything is charged.
      </p>
      <div role={note?.kind === 'alert' ? 'alert' : 'status'} className="empty:hidden">
        {note ? <PaymentNote note={note} /> : null}
      </div>
      {state === 'ready' ? (
        <paypal-button
          type="checkout"
          className="block w-full [--paypal-button-border-radius:6px]"
          onClick={start}
        />
      ) : state === 'failed' ? (
        <>
          <Notice kind="alert">
            <p>We couldn’t reach PayPal. You can try again, or fill in the form.</p>
          </Notice>
          <Button size="lg" variant="line" className="w-full" onClick={() => void load()}>
            Try again
          </Button>
        </>
      ) : state === 'refused' || state === 'windowless' ? (
        <Notice kind="alert">
          <p>{unavailable[state]}</p>
        </Notice>
      ) : (
        <Button size="lg" disabled aria-busy className="pointer-events-none w-full">
          {state === 'loading' ? 'Loading…' : 'Processing...'}
        </Button>
      )}
      <p role="status" className="text-center text-small text-ink-soft empty:hidden">
        {state === 'busy'
          ? 'Finish in the PayPal window, or close it to come back.'
          : state === 'reading'
            ? 'Getting your details from PayPal…'
            : ''}
      </p>
    </section>
  )
}

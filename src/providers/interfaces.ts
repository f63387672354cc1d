import type { OAuthTokens } from '@/platform/connections/keys'
import type { Cents } from '@/platform/money'
import type { CardVerification, PaymentMethod } from '@/platform/payment-methods'

/** A payment as the provider's records have it. `createdAt` is ISO 8601. */
export type ProviderPayment = {
  id: string
  /** The UUID of the order. */
  reference: string | null
  invoiceId: string | null
  amountCents: Cents
  createdAt: string
}

/** A payment service. Implemented by providers/paypal. */
export type PaymentProvider = {
  /** What the browser needs to load the payment button. The token lives 15 minutes and is for this checkout only. */
  getBrowserSetup: () => Promise<BrowserSetup>
  /** Opens a payment. The same `requestId` returns the payment that is already open. */
  createOrder: (order: PaymentRequest, requestId: string) => Promise<{ id: string }>
  /** Captures an approved payment. The same `requestId` returns the first result. */
  captureOrder: (id: string, requestId: string) => Promise<CaptureOutcome>
  /** Returns the state of a payment; null if the provider no longer has it. */
  getOrder: (id: string) => Promise<PaymentState | null>
  /** Returns what a capture belongs to: the order's UUID and the payment; null if it isn't the shop's. */
  getCapture: (id: string) => Promise<{ reference: string | null; paymentId: string | null } | null>
  /** Changes what an express payment is for, and its amount; a repeated call changes nothing. @throws ProviderError */
  updateOrder: (id: string, order: PaymentRequest) => Promise<void>
  /** Returns an express payment with the buyer that PayPal knows; null if the provider no longer has it. */
  getExpressPayment: (id: string) => Promise<ExpressPayment | null>
  /**
   * Refunds part of a capture. The same `requestId` returns the first refund (at PayPal for 45 days).
   * @throws ProviderError, retryable, for timeouts and server errors
   */
  refundCapture: (
    captureId: string,
    amountCents: Cents,
    requestId: string,
  ) => Promise<RefundOutcome>
  /**
   * Returns the payments that were made between two times, without refunds, oldest first. PayPal lists a payment up to
   * three hours after it was made.
   */
  listPayments: (since: Date, until: Date) => Promise<ProviderPayment[]>
  /** Returns where the webhook of PAYPAL_WEBHOOK_ID sends which events ('*': all); null if the provider has no such webhook. */
  getWebhook: () => Promise<{ url: string; eventTypes: string[] } | null>
  /** Whether the signature of a delivery is the provider's. @throws ProviderError if that cannot be checked now */
  verifyWebhook: (headers: Headers, rawBody: Buffer) => Promise<boolean>
}

type BrowserSetup = {
  clientToken: string
  clientId: string
  environment: string
  sdkUrl: string
  /** Google's own script, which Google Pay needs besides PayPal's. */
  googlePayUrl: string
  expiresAt: string
}

type PaymentLine = {
  name: string
  sku: string | null
  quantity: number
  unitCents: Cents
  /** Sent by email, not shipped. */
  isDigital: boolean
}
export type PaymentAddress = {
  fullName: string
  address1: string
  address2?: string
  city: string
  stateCode: string
  zip: string
  countryCode: string
}
export type PaymentRequest = {
  /** Our order's uuid: comes back in every event about this payment. */
  reference: string
  /** Null until an express payment has become an order. */
  orderNumber: string | null
  /** The way to pay that the buyer chose. */
  method: PaymentMethod
  /** Whether the bank has to verify a card that is entered on the shop's page. */
  verifyCard: boolean
  lines: readonly PaymentLine[]
  /** Before the discount. */
  subtotalCents: Cents
  discountCents: Cents
  shippingCents: Cents
  taxCents: Cents
  totalCents: Cents
  /** The part paid by gift card: only the rest is a payment here. */
  giftCardCents: Cents
  /** Null where nothing is shipped, or where PayPal asks the buyer. */
  shipTo: PaymentAddress | null
  returnUrl: string
  cancelUrl: string
}

/** What PayPal says about the buyer of an express payment. Parts that it doesn't know are empty. */
export type ExpressPayment = {
  isApproved: boolean
  amountCents: Cents
  buyer: Omit<PaymentAddress, 'address2'> & { address2: string; email: string; phone: string }
}

export type CaptureStatus = 'completed' | 'pending' | 'declined' | 'refunded'
export type CaptureView = {
  id: string
  status: CaptureStatus
  amountCents: Cents
  currency: string
  feeCents: Cents | null
  reason: string | null
  reference: string | null
}
export type RefundView = {
  id: string
  captureId: string | null
  amountCents: Cents
  currency: string
  status: 'completed' | 'pending' | 'failed'
}
export type PaymentState = {
  id: string
  status: string
  reference: string | null
  /** Whether a card pays whose number was entered, whatever way to pay the payment was opened for. */
  isTypedCard: boolean
  /** The 3-D Secure result from the card's bank; null if it wasn't asked. */
  verification: CardVerification | null
  captures: CaptureView[]
  refunds: RefundView[]
}

type RefundOutcome =
  | { outcome: 'refunded'; refund: RefundView }
  /** Final: no money moved. `issue` is the provider's code. */
  | { outcome: 'refused'; issue: string }

/** The result of a capture. Timeouts and server errors are thrown as a retryable ProviderError. */
export type CaptureOutcome =
  | { outcome: 'captured'; capture: CaptureView }
  /** Final for this attempt; the buyer may choose another way to pay in the same payment. */
  | { outcome: 'declined'; issue: string }
  /** Definite, and not the buyer's fault: the merchant's account can't take this payment. */
  | { outcome: 'refused'; issue: string }
  | { outcome: 'not_approved' }
  | { outcome: 'already_captured' }
  | { outcome: 'gone' }

/** A sign-in provider. Implemented by providers/sign-in. */
export type IdentityGateway = {
  /** Returns the consent page. `redirectUri` must be registered with the provider. */
  authorizeUrl: (attempt: IdentityAttempt) => Promise<URL>
  /**
   * Returns the profile of the user. Tokens are not stored. `callback` is the redirect URI with the received query.
   * @throws IdentityError with the stage that failed
   */
  finish: (callback: URL, attempt: IdentityAttempt) => Promise<IdentityProfile>
}

/** The secrets of one sign-in, used once. */
export type IdentityAttempt = {
  state: string
  verifier: string
  nonce: string
  redirectUri: string
}

export type IdentityProfile = {
  /** The provider's own id of the user, the only field that identifies them. */
  subject: string
  name: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  /** Whether the provider confirmed the address. Never for Facebook, which does not report it. */
  emailVerified: boolean
}

/** The account that tokens belong to. `id` is the service's own. */
export type AccountProfile = { id: string; name: string; details?: Record<string, unknown> }

/** OAuth for the shop's own account at a service. */
export type OAuthGateway = {
  /** Returns the consent page. `redirectUri` must be registered with the service. */
  authorizeUrl: (attempt: { state: string; verifier: string; redirectUri: string }) => URL
  /** @throws ProviderError */
  exchange: (attempt: {
    code: string
    verifier: string
    redirectUri: string
  }) => Promise<OAuthTokens>
  /** @throws ProviderError; `sign-in` if the account has to be connected again */
  refresh: (tokens: OAuthTokens) => Promise<OAuthTokens>
  whoAmI: (tokens: OAuthTokens) => Promise<AccountProfile>
}

/** A picture of a post. `url` is the service's link, which expires within hours; null if there is none. */
export type SourcePicture = { id: string; url: string | null; alt: string | null }

/** A post of the shop's own account at a service, which is imported as a reflection. */
export type SourcePost = {
  /** The service's own id. */
  id: string
  /** Empty if it has none. */
  text: string
  /** Its public page; null if the service gives none. */
  url: string | null
  /** ISO 8601. */
  postedAt: string
  /** The cover first. For a video, its still. */
  pictures: SourcePicture[]
  isVideo: boolean
  /** A sentence for staff about why it is not imported; usually null. */
  unfit: string | null
}

/** The posts of one account, whatever the service. */
export type PostSource = {
  /** Newest first. `cursor` is null for the first page, then the `next` of the page before. */
  page: (cursor: unknown) => Promise<{ posts: SourcePost[]; next: unknown }>
  /** Reads a post again, with fresh links; null if it is gone. */
  read: (id: string) => Promise<SourcePost | null>
  /** The number of posts, if the account reports it. */
  count: () => Promise<number | undefined>
}

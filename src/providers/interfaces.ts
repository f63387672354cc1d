import type { OAuthTokens } from '@/platform/connections/keys'
import type { Cents } from '@/platform/money'

/** What the shop asks of a payment service. Implemented by providers/paypal. */
export type PaymentProvider = {
  /** What the browser needs to load the payment button. The token lives 15 minutes and is for this checkout only. */
  getBrowserSetup: () => Promise<BrowserSetup>
  /** Opens a payment. With the same `requestId` the provider answers the payment that is already open. */
  createOrder: (order: PaymentRequest, requestId: string) => Promise<{ id: string }>
  /** Takes the money of an approved payment. With the same `requestId` it answers what happened the first time. */
  captureOrder: (id: string, requestId: string) => Promise<CaptureOutcome>
  /** Reads how a payment stands; null when the provider no longer knows it. */
  getOrder: (id: string) => Promise<PaymentState | null>
  /**
   * Sends money of a capture back. With the same `requestId` it answers the refund that was made the first time (PayPal
   * remembers for 45 days). Trouble on the way is thrown as a retryable ProviderError.
   */
  refundCapture: (
    captureId: string,
    amountCents: Cents,
    requestId: string,
  ) => Promise<RefundOutcome>
  /** Whether this delivery was really sent by the provider. @throws ProviderError when that cannot be found out now. */
  verifyWebhook: (headers: Headers, rawBody: Buffer) => Promise<boolean>
}

export type BrowserSetup = {
  clientToken: string
  clientId: string
  environment: string
  sdkUrl: string
  expiresAt: string
}

export type PaymentLine = { name: string; sku: string | null; quantity: number; unitCents: Cents }
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
  orderNumber: string
  lines: readonly PaymentLine[]
  subtotalCents: Cents
  shippingCents: Cents
  taxCents: Cents
  totalCents: Cents
  shipTo: PaymentAddress
  returnUrl: string
  cancelUrl: string
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
  captures: CaptureView[]
  refunds: RefundView[]
}

export type RefundOutcome =
  | { outcome: 'refunded'; refund: RefundView }
  /** Final: nothing was moved. `issue` is the provider's word. */
  | { outcome: 'refused'; issue: string }

/** What asking for the money came to. Trouble on the way (timeouts, 5xx) is thrown as a retryable ProviderError. */
export type CaptureOutcome =
  | { outcome: 'captured'; capture: CaptureView }
  /** Final for this attempt; the buyer may choose another way to pay in the same payment. */
  | { outcome: 'declined'; issue: string }
  | { outcome: 'not_approved' }
  | { outcome: 'already_captured' }
  | { outcome: 'gone' }

/** What the shop asks of those through whom people sign in. Implemented by providers/identity. */
export type IdentityGateway = {
  /** Where the person is sent. `redirectUri` must be one that is registered with the provider. */
  authorizeUrl: (attempt: IdentityAttempt) => Promise<URL>
  /**
   * Who came back. Tokens are not kept. `callback` is the registered address with the query that came.
   * @throws IdentityError naming the stage that failed
   */
  finish: (callback: URL, attempt: IdentityAttempt) => Promise<IdentityProfile>
}

/** The secrets of one sign-in: compared, proved and used once. */
export type IdentityAttempt = {
  state: string
  verifier: string
  nonce: string
  redirectUri: string
}

export type IdentityProfile = {
  /** The provider's own id of the person, the only thing they are known by. */
  subject: string
  name: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
  /** Whether the provider says that it was confirmed. Facebook does not say, so never. */
  emailVerified: boolean
}

/** Whom tokens speak for. `id` is the service's own. */
export type AccountProfile = { id: string; name: string; details?: Record<string, unknown> }

/** How the shop's own account at a service is connected: consent in the browser, code for tokens, renewal. */
export type OAuthGateway = {
  /** Where the browser is sent. `redirectUri` must be registered with the service. */
  authorizeUrl: (attempt: { state: string; verifier: string; redirectUri: string }) => URL
  /** @throws ProviderError */
  exchange: (given: { code: string; verifier: string; redirectUri: string }) => Promise<OAuthTokens>
  /** @throws ProviderError; `sign-in` when a person has to agree again */
  refresh: (tokens: OAuthTokens) => Promise<OAuthTokens>
  whoAmI: (tokens: OAuthTokens) => Promise<AccountProfile>
}

/** What a post shows. `url` is the service's link, which dies within hours; null when it gives none. */
export type SourcePicture = { id: string; url: string | null; alt: string | null }

/** A post of the shop's own account at a service, read to become a reflection. */
export type SourcePost = {
  /** The service's own id. */
  id: string
  /** Its words as they stand there; empty when it has none. */
  text: string
  /** Where it can be seen; null when the service does not say. */
  url: string | null
  /** ISO 8601. */
  postedAt: string
  /** The cover first. Of a film, its still. */
  pictures: SourcePicture[]
  isVideo: boolean
  /** Why it is no post to keep, in words for staff; null as a rule. */
  unfit: string | null
}

/** The posts of one account, whatever the service. */
export type PostSource = {
  /** The newest first. `cursor` is null for the first page, afterwards what the page before said. */
  page: (cursor: unknown) => Promise<{ posts: SourcePost[]; next: unknown }>
  /** One post anew, with links that are alive; null when it is gone. */
  read: (id: string) => Promise<SourcePost | null>
  /** How many there are, if the account says so. */
  count: () => Promise<number | undefined>
}

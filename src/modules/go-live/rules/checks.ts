/**
 * `good`; `problem`: the shop must not open like this; `advice`: it may, but look at it; `waiting`: a person has to look
 * and confirm it; `skipped`: it can't be checked now, and `detail` says why.
 */
export type CheckState = 'good' | 'problem' | 'advice' | 'waiting' | 'skipped'

export const checkGroups = {
  payments: 'Payments',
  email: 'Email',
  server: 'Server',
  shop: 'Your shop',
  people: 'Sign-in',
} as const
export type CheckGroup = keyof typeof checkGroups

/** One thing to have right before the shop opens. */
export type GoLiveCheck = {
  name: string
  group: CheckGroup
  title: string
  state: CheckState
  /** What was found, in a sentence. */
  detail: string
  /** What to do; absent when nothing is. */
  fix?: string
  /** The screen of the admin where it is done. */
  href?: string
  /** Whether a person can confirm it (confirmableChecks). */
  canConfirm: boolean
}

/** What only a person can judge. The confirmation is stored with its day and what was confirmed. */
export const confirmableChecks = ['email-received', 'time-zone', 'tax', 'policies'] as const
export type ConfirmableCheck = (typeof confirmableChecks)[number]

export function isConfirmable(name: string): name is ConfirmableCheck {
  return confirmableChecks.some((check) => check === name)
}

/** A shop may open when nothing is a problem or waits for a person. */
export function isReadyToOpen(checks: readonly Pick<GoLiveCheck, 'state'>[]): boolean {
  return checks.every(({ state }) => state !== 'problem' && state !== 'waiting')
}

/** Sent with our own request as X-Forwarded-For: an address for documentation (RFC 5737), which no proxy has. */
export const markerAddress = '192.0.2.77'

/**
 * Counts the proxies that a request passed which was sent with `markerAddress` in X-Forwarded-For. A proxy that appends
 * leaves the marker in front; one that replaces the header removes it.
 * @param forwardedFor the header as it arrived
 */
export function countProxies(forwardedFor: string | null): number {
  const entries = (forwardedFor ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  return entries[0] === markerAddress ? entries.length - 1 : entries.length
}

/** The domain of a sender such as 'Dayfern <hello@dayfern.com>'; null if there is none. */
export function senderDomain(mailFrom: string): string | null {
  return /@([^\s>@]+)>?\s*$/.exec(mailFrom)?.[1]?.toLowerCase() ?? null
}

/** Reserved names, which no one can own: RFC 2606 and RFC 6761. */
export function isExampleDomain(domain: string): boolean {
  return /(^|\.)(example|test|invalid|localhost)$|(^|\.)example\.(com|org|net)$/.test(domain)
}

/** Where the DMARC policy of a sender's domain may be: at its own name or, if that has none, at one above it. */
export function dmarcNames(domain: string): string[] {
  const labels = domain.split('.')
  return labels
    .slice(0, Math.max(labels.length - 1, 1))
    .map((_, index) => `_dmarc.${labels.slice(index).join('.')}`)
}

/** Which of the records of a sender's domain are missing. `txt`: the TXT records, each joined. */
export function missingSenderRecords(txt: {
  domain: readonly string[]
  dmarc: readonly string[]
  dkim: readonly string[]
}): ('SPF' | 'DKIM' | 'DMARC')[] {
  const has = (records: readonly string[], start: RegExp): boolean =>
    records.some((record) => start.test(record))
  return [
    ...(has(txt.domain, /^v=spf1\b/i) ? [] : (['SPF'] as const)),
    ...(has(txt.dkim, /\bp=[A-Za-z0-9+/]/) ? [] : (['DKIM'] as const)),
    ...(has(txt.dmarc, /^v=DMARC1\b/i) ? [] : (['DMARC'] as const)),
  ]
}

/**
 * How much the missing records of a sender's domain matter. Many email services publish their SPF record at a name of
 * their own, so its absence is a problem only if there's no DKIM key either: a message passes DMARC with one of the
 * two.
 */
export function judgeSenderRecords(
  missing: ReturnType<typeof missingSenderRecords>,
): 'good' | 'advice' | 'problem' {
  if (missing.length === 0) return 'good'
  const isUnsigned = missing.includes('SPF') && missing.includes('DKIM')
  return missing.includes('DMARC') || isUnsigned ? 'problem' : 'advice'
}

/** Names under which mail services publish their DKIM keys; a domain may use another one. */
export const commonDkimSelectors = [
  'default',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'k2',
  'k3',
  'mail',
  'dkim',
  'pm',
  'mte1',
  'resend',
  'zoho',
  'fm1',
  'mx',
  'smtp',
  'brevo1',
] as const

/**
 * The PayPal events that the shop acts on (src/modules/checkout/actions/apply-payment-event.ts). A capture that fails
 * later has two names in PayPal's documentation, DENIED and DECLINED.
 */
export const requiredPayPalEvents = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.RESOLVED',
] as const

/** The events of `requiredPayPalEvents` that a webhook doesn't get; '*' stands for all. */
export function missingPayPalEvents(eventTypes: readonly string[]): string[] {
  return eventTypes.includes('*')
    ? []
    : requiredPayPalEvents.filter((type) => !eventTypes.includes(type))
}

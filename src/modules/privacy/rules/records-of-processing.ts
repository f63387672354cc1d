import { sessionCookie, sessionHintCookie } from '@/modules/accounts/rules/session-hint'

/**
 * The register of everything the shop keeps about people: what, why, for how long, who receives it, and what becomes
 * of it when somebody asks to be erased. /privacy-policy shows it, the export and the tests walk it, and a test holds
 * it against the database: a column that is in no list here fails.
 */

/** Others who may receive something, and only while the shop is connected to them. */
export const recipients = {
  paypal: { name: 'PayPal', privacy: 'https://www.paypal.com/us/legalhub/paypal/privacy-full' },
  mail: { name: 'The service that carries our mail', privacy: null },
  google: { name: 'Google', privacy: 'https://policies.google.com/privacy' },
  facebook: { name: 'Facebook', privacy: 'https://www.facebook.com/privacy/policy' },
  tiktok: { name: 'TikTok', privacy: 'https://www.tiktok.com/legal/privacy-policy' },
  printful: { name: 'Printful', privacy: 'https://www.printful.com/policies/privacy' },
  mailchimp: { name: 'Mailchimp', privacy: 'https://www.intuit.com/privacy/statement/' },
} as const
export type Recipient = keyof typeof recipients

/** How long things are kept that do not go with the account; the nightly round (modules/privacy/actions/purge-expired) keeps to it. */
export const retention = {
  orderYears: 7,
  messageDays: 365,
  tokenDays: 30,
  deliveryDays: 90,
  unconfirmedDays: 30,
} as const

type Kind = {
  title: string
  what: string
  why: string
  howLong: string
  receivers: readonly Recipient[]
  atDeletion: string
}

/** What is kept on the server, as a person would sort it. */
export const dataCategories = {
  account: {
    title: 'Your account',
    what: 'User name, email, names if you gave them, your picture’s address if you came through Google, Facebook or TikTok, a scrambled form of your password, and when you last signed in.',
    why: 'To let you sign in, and to call you what you asked to be called.',
    howLong: 'As long as you have the account.',
    receivers: ['mail'],
    atDeletion: 'Deleted.',
  },
  sessions: {
    title: 'Sign-ins and keys',
    what: 'Which browsers are signed in and until when, and the links and recovery codes we made for you. Keys are stored so that they can’t be read back.',
    why: 'To keep you signed in, and to let you back in when you’ve lost your password.',
    howLong: 'Until they run out; used and expired keys go after 30 days.',
    receivers: ['mail'],
    atDeletion: 'Deleted.',
  },
  identities: {
    title: 'Ways to sign in',
    what: 'The number Google, Facebook or TikTok knows you by, with the name and email they told us when you linked it.',
    why: 'To know you again when you come through them.',
    howLong: 'Until you unlink it.',
    receivers: ['google', 'facebook', 'tiktok'],
    atDeletion: 'Deleted.',
  },
  addresses: {
    title: 'Addresses you keep',
    what: 'Names, street, city, state, ZIP code, and a phone number if you added one.',
    why: 'So that you don’t have to type them at the next order.',
    howLong: 'Until you remove them.',
    receivers: [],
    atDeletion: 'Deleted.',
  },
  saved: {
    title: 'Things you saved',
    what: 'Which pieces and texts you marked.',
    why: 'To show them to you again.',
    howLong: 'Until you remove them.',
    receivers: [],
    atDeletion: 'Deleted.',
  },
  orders: {
    title: 'Orders and payments',
    what: 'What you ordered, what was paid and when, your name, email, phone if given, shipping and billing address, what happened to the order, and PayPal’s numbers of the payment. Never a card number.',
    why: 'To print, send and refund it, and because tax law asks for books.',
    howLong: '7 years. After that the person in it is replaced.',
    receivers: ['paypal', 'printful', 'mail'],
    atDeletion:
      'Amounts, dates, state, country, pieces and numbers stay for 7 years. Names, email, phone, street, city, ZIP code, notes and tracking are replaced.',
  },
  deliveries: {
    title: 'Notices from PayPal',
    what: 'What PayPal tells us about a payment, which can carry your name, email and address.',
    why: 'To learn that a payment or refund went through.',
    howLong: 'The contents 90 days.',
    receivers: [],
    atDeletion: 'The contents are deleted.',
  },
  reviews: {
    title: 'Reviews',
    what: 'The stars, the words, and the name you signed with.',
    why: 'To tell others how a piece is.',
    howLong: 'Until you remove them.',
    receivers: [],
    atDeletion:
      'Your name is replaced by “A former customer”. Reviews that were never shown are deleted.',
  },
  letters: {
    title: 'The letter',
    what: 'Your email, a name if you gave one, and when, where and to which words you said yes. Of your network address only its first part.',
    why: 'To send you the letter, and to be able to show that you wanted it.',
    howLong:
      'As long as you get it, or until you ask us to erase it. Requests that are never confirmed go after 30 days.',
    receivers: ['mailchimp', 'mail'],
    atDeletion: 'Deleted.',
  },
  messages: {
    title: 'Messages to us',
    what: 'Your name, email and what you wrote.',
    why: 'To answer you.',
    howLong: 'Until answered, and a year after.',
    receivers: ['mail'],
    atDeletion: 'Deleted.',
  },
  requests: {
    title: 'Requests about your data',
    what: 'When you asked, what you told us with it, and where it stands.',
    why: 'To do what you asked, in time.',
    howLong: 'What you told us until it is done. The dates and the code stay.',
    receivers: ['mail'],
    atDeletion: 'Only the dates and the code stay.',
  },
  panel: {
    title: 'Settings of the panel',
    what: 'How somebody who works here likes their lists sorted, what they have open, and the keys they made for programs.',
    why: 'To run the panel.',
    howLong: 'As long as they work here.',
    receivers: [],
    atDeletion: 'Deleted.',
  },
  runs: {
    title: 'Protocols of connections',
    what: 'Which address was passed on to a service the shop is connected to, and whether that worked.',
    why: 'To see what failed and try it again.',
    howLong: '90 days.',
    receivers: [],
    atDeletion: 'Lines with your email are deleted.',
  },
  audit: {
    title: 'Record of changes',
    what: 'That an account’s role, password or sign-in changed, and when. Numbers only, no names.',
    why: 'To notice fraud and break-ins.',
    howLong: 'As long as the shop exists.',
    receivers: [],
    atDeletion: 'Stays; the number no longer leads to anybody.',
  },
  limits: {
    title: 'Counted calls',
    what: 'How often a network address (or an email typed into a form) called us in the last minutes.',
    why: 'So that nobody can flood the shop or guess passwords.',
    howLong: 'Minutes to an hour; cleared for good an hour later.',
    receivers: [],
    atDeletion: 'Gone by itself; what carries your email is deleted.',
  },
} as const satisfies Record<string, Kind>
export type DataCategory = keyof typeof dataCategories

/**
 * One table. `rows` finds a person's rows: SQL with :user (id), :emails (array, lower case). Columns are `deleted` with
 * the row, `replaced` by something that tells nobody anything, or `kept`; `secret` ones are deleted and never exported.
 */
export type ProcessingRecord = {
  table: string
  kind: DataCategory
  rows: string
  deleted?: readonly string[]
  replaced?: readonly string[]
  kept?: readonly string[]
  secret?: readonly string[]
}

const theirOrders =
  'select id from orders where customer_id = :user or (customer_id is null and lower(email) = any(:emails))'
const dates = ['created_at', 'updated_at'] as const
const address = (name: 'shipping' | 'billing', parts: readonly string[]) =>
  parts.map((part) => `${name}_address_${part}`)
const personal = ['first_name', 'last_name', 'address1', 'address2', 'city', 'zip', 'phone']
const places = ['state_code', 'country_code']

export const processingRecords: readonly ProcessingRecord[] = [
  {
    table: 'users',
    kind: 'account',
    rows: 'id = :user',
    deleted: [
      'id',
      'first_name',
      'last_name',
      'role',
      'is_active',
      'profile_image_url',
      'last_login_at',
      'pending_email',
      'has_password',
      'paused_at',
      'email',
      'username',
      ...dates,
    ],
    secret: [
      'reset_password_token',
      'reset_password_expiration',
      'reset_password_requested_at',
      'salt',
      'hash',
      'login_attempts',
      'lock_until',
    ],
  },
  {
    table: 'users_sessions',
    kind: 'sessions',
    rows: '_parent_id = :user',
    deleted: ['_order', '_parent_id', 'created_at', 'expires_at'],
    secret: ['id'],
  },
  {
    table: 'account_tokens',
    kind: 'sessions',
    rows: 'user_id = :user',
    deleted: ['id', 'user_id', 'purpose', 'email', 'expires_at', 'used_at', ...dates],
    secret: ['token_hash'],
  },
  {
    table: 'identities',
    kind: 'identities',
    rows: 'user_id = :user',
    deleted: [
      'id',
      'user_id',
      'provider',
      'subject',
      'email_at_link',
      'email_verified',
      'display_name',
      ...dates,
    ],
  },
  {
    table: 'addresses',
    kind: 'addresses',
    rows: 'user_id = :user',
    deleted: [
      'id',
      'user_id',
      'label',
      'first_name',
      'last_name',
      'address1',
      'address2',
      'city',
      'state_code',
      'zip',
      'country_code',
      'phone',
      'is_default',
      ...dates,
    ],
  },
  {
    table: 'saved_items',
    kind: 'saved',
    rows: 'user_id = :user',
    deleted: ['id', 'user_id', 'product_id', 'content_id', ...dates],
  },
  {
    table: 'orders',
    kind: 'orders',
    rows: `id in (${theirOrders})`,
    replaced: [
      'email',
      'customer_id',
      ...address('shipping', personal),
      ...address('billing', personal),
      'newsletter_subscribe',
      'tracking_number',
      'tracking_url',
      'fulfillment_note',
      'shipments',
      'notes',
    ],
    kept: [
      'id',
      'order_number',
      'uuid',
      'checkout_id',
      'status',
      'version',
      'currency',
      'subtotal_cents',
      'shipping_cents',
      'tax_cents',
      'total_cents',
      ...address('shipping', places),
      ...address('billing', places),
      'billing_same_as_shipping',
      'payment_state',
      'payment_attempt',
      'capture_lease_until',
      'paypal_order_id',
      'paypal_transaction_id',
      'paid_at',
      'printful_order_id',
      'fulfillment',
      'fulfillment_lease_until',
      'fulfillment_checked_at',
      'fulfillment_cost_cents',
      'fulfillment_attempt',
      'carrier',
      'shipped_at',
      'delivered_at',
      ...dates,
    ],
    secret: ['request_hash', 'access_key_hash'],
  },
  {
    table: 'orders_items',
    kind: 'orders',
    rows: `_parent_id in (${theirOrders})`,
    kept: [
      '_order',
      '_parent_id',
      'id',
      'product_id',
      'name',
      'image',
      'size',
      'color',
      'sku',
      'unit_price_cents',
      'quantity',
    ],
  },
  {
    table: 'order_events',
    kind: 'orders',
    rows: `order_id in (${theirOrders})`,
    replaced: ['message', 'actor', 'reason'],
    kept: ['id', 'order_id', 'type', ...dates],
  },
  {
    table: 'payments',
    kind: 'orders',
    rows: `order_id in (${theirOrders})`,
    replaced: ['reason'],
    kept: [
      'id',
      'order_id',
      'kind',
      'provider',
      'provider_id',
      'request_id',
      'status',
      'amount_cents',
      'currency',
      'fee_cents',
      ...dates,
    ],
  },
  {
    table: 'webhook_events',
    kind: 'deliveries',
    rows: `exists (
      select from orders o where o.id in (${theirOrders}) and (
        position(o.uuid in body::text) > 0 or position(o.paypal_order_id in body::text) > 0
        or exists (select from payments p where p.order_id = o.id and position(p.provider_id in body::text) > 0)))
      or exists (select from unnest(:emails) as known(email) where position('"' || known.email || '"' in lower(body::text)) > 0)`,
    replaced: ['body', 'note'],
    kept: ['id', 'provider', 'event_id', 'event_type', 'status', 'processed_at', ...dates],
  },
  {
    table: 'reviews',
    kind: 'reviews',
    rows: 'customer_id = :user',
    replaced: ['author', 'customer_id', 'order_id', 'note'],
    kept: ['id', 'product_id', 'rating', 'title', 'body', 'status', ...dates],
  },
  {
    table: 'subscribers',
    kind: 'letters',
    rows: 'lower(email) = any(:emails)',
    deleted: [
      'id',
      'email',
      'first_name',
      'last_name',
      'status',
      'source',
      'confirm_sent_at',
      'confirmed_at',
      'unsubscribed_at',
      'synced_at',
      'sync_note',
      ...dates,
    ],
    secret: ['confirm_token_hash'],
  },
  {
    table: 'subscriber_events',
    kind: 'letters',
    rows: 'subscriber_id in (select id from subscribers where lower(email) = any(:emails))',
    deleted: ['id', 'subscriber_id', 'action', 'form', 'wording', 'network', ...dates],
  },
  {
    table: 'contact_messages',
    kind: 'messages',
    rows: 'user_id = :user or (user_id is null and lower(email) = any(:emails))',
    deleted: [
      'id',
      'name',
      'email',
      'topic',
      'order_number',
      'body',
      'user_id',
      'status',
      ...dates,
    ],
  },
  {
    table: 'data_requests',
    kind: 'requests',
    rows: 'user_id = :user or (user_id is null and lower(email) = any(:emails))',
    replaced: [
      'user_id',
      'full_name',
      'email',
      'other_emails',
      'account_created',
      'reason',
      'note',
    ],
    kept: [
      'id',
      'code',
      'source',
      'status',
      'received_at',
      'acknowledge_by',
      'acknowledged_at',
      'verify_by',
      'verified_at',
      'complete_by',
      'erase_after',
      'completed_at',
      ...dates,
    ],
  },
  {
    table: 'payload_preferences',
    kind: 'panel',
    rows: 'id in (select parent_id from payload_preferences_rels where users_id = :user)',
    deleted: ['id', 'key', 'value', ...dates],
  },
  {
    table: 'payload_preferences_rels',
    kind: 'panel',
    rows: 'users_id = :user',
    deleted: ['id', 'order', 'parent_id', 'path', 'users_id'],
  },
  {
    table: 'editing_now',
    kind: 'panel',
    rows: 'user_id = :user',
    deleted: ['collection', 'document_id', 'user_id', 'seen_at'],
  },
  {
    table: 'api_keys',
    kind: 'panel',
    rows: 'created_by_id = :user',
    deleted: [
      'id',
      'name',
      'prefix',
      'created_by_id',
      'expires_at',
      'last_used_at',
      'revoked_at',
      ...dates,
    ],
    secret: ['key_hash'],
  },
  {
    table: 'api_keys_texts',
    kind: 'panel',
    rows: 'parent_id in (select id from api_keys where created_by_id = :user)',
    deleted: ['id', 'order', 'parent_id', 'path', 'text'],
  },
  {
    table: 'sync_rows',
    kind: 'runs',
    rows: `exists (select from unnest(:emails) as known(email) where position(known.email in lower(concat_ws(' ', key, label, message, details::text))) > 0)`,
    deleted: ['id', 'run_id', 'key', 'label', 'result', 'message', 'details', ...dates],
  },
  {
    table: 'audit_events',
    kind: 'audit',
    rows: `actor_id = :user or (subject_type = 'user' and subject_id = :user::text)`,
    kept: [
      'id',
      'actor_id',
      'actor_role',
      'action',
      'subject_type',
      'subject_id',
      'details',
      ...dates,
    ],
  },
  {
    table: 'rate_limits',
    kind: 'limits',
    rows: 'exists (select from unnest(:emails) as known(email) where position(known.email in lower(key)) > 0)',
    deleted: ['key', 'points', 'expire'],
  },
]

/** Tables in which nobody stands, with the reason where it is not plain. */
export const nonPersonalTables: Readonly<Record<string, string>> = {
  products: 'the catalogue',
  products_color_images: 'the catalogue',
  products_variants: 'the catalogue',
  products_size_guide: 'the catalogue',
  products_texts: 'the catalogue',
  products_rels: 'the catalogue',
  categories: 'the catalogue',
  content: 'what the shop publishes; it names no author',
  content_texts: 'the same',
  content_rels: 'the same',
  _content_v: 'drafts of the same',
  _content_v_texts: 'the same',
  _content_v_rels: 'the same',
  social_posts: 'what the shop posts',
  social_posts_platforms: 'the same',
  social_posts_texts: 'the same',
  social_posts_rels: 'the same',
  social_deliveries: 'the same',
  social_accounts: 'the shop’s own accounts elsewhere',
  social_accounts_texts: 'the same',
  connections: 'the same',
  connections_texts: 'the same',
  sync_runs: 'when a connection was used',
  media: 'pictures of the shop; what a camera writes into a file is removed at upload',
  pages: 'texts of the shop',
  pages_questions: 'texts of the shop',
  shop_settings: 'the shop’s own address and rules',
  shop_settings_state_tax_rules: 'tax rules',
  shop_settings_texts: 'the shop’s own rules',
  payload_kv: 'the framework’s own notes',
  payload_migrations: 'the history of the schema',
  'graphile_worker._private_jobs': 'jobs carry ids only',
  'graphile_worker._private_tasks': 'names of jobs',
  'graphile_worker._private_job_queues': 'queues',
  'graphile_worker._private_known_crontabs': 'times',
  'graphile_worker.migrations': 'the history of the schema',
}

/** What a visitor's own browser keeps. Nothing here is sent to anybody else. */
export const browserStorage: readonly {
  name: string
  where: 'cookie' | 'storage' | 'storage of the tab'
  what: string
  howLong: string
}[] = [
  {
    name: sessionCookie,
    where: 'cookie',
    what: 'Keeps you signed in. Scripts can’t read it.',
    howLong: '30 days, or until you sign out',
  },
  {
    name: sessionHintCookie.name,
    where: 'cookie',
    what: 'Says “somebody is signed in here”, and nothing else, so that pages know whether to ask.',
    howLong: 'As long as the sign-in',
  },
  {
    name: 'dayfern-checkout',
    where: 'cookie',
    what: 'Brings you back to your order at checkout. Only the payment call sees it.',
    howLong: '6 hours',
  },
  {
    name: 'dayfern-auth-…',
    where: 'cookie',
    what: 'While you sign in through Google, Facebook or TikTok: makes sure that it is you who comes back.',
    howLong: '10 minutes',
  },
  {
    name: 'payload-theme',
    where: 'cookie',
    what: 'Day or dusk in the panel, for staff.',
    howLong: 'A year',
  },
  { name: 'cart', where: 'storage', what: 'What is in your cart.', howLong: 'Until you empty it' },
  {
    name: 'wishlist',
    where: 'storage',
    what: 'The pieces of clothing you saved without an account.',
    howLong: 'Until you remove them',
  },
  {
    name: 'kept',
    where: 'storage',
    what: 'The pieces to read you kept without an account.',
    howLong: 'Until you remove them',
  },
  {
    name: 'saved-merged',
    where: 'storage',
    what: 'That these two were taken over into your account already.',
    howLong: 'Until they change',
  },
  {
    name: 'theme',
    where: 'storage',
    what: 'Day or dusk, if you chose one.',
    howLong: 'Until you clear it',
  },
  {
    name: 'days-since',
    where: 'storage',
    what: 'The day counter, if you switch it on. We never see it.',
    howLong: 'Until you switch it off',
  },
  {
    name: 'listening:…',
    where: 'storage',
    what: 'Where you stopped in a recording.',
    howLong: 'Until you have heard it to the end',
  },
  {
    name: 'checkout-form',
    where: 'storage of the tab',
    what: 'What you typed at checkout, so that a reload doesn’t lose it.',
    howLong: 'Until the tab is closed or the order is paid',
  },
  {
    name: 'checkout-attempt',
    where: 'storage of the tab',
    what: 'Which payment was begun, so that it is never begun twice.',
    howLong: 'Until the tab is closed or the order is paid',
  },
  {
    name: 'checkout-person',
    where: 'storage of the tab',
    what: 'Who began to fill in the checkout, so that nobody else finds it in the same tab.',
    howLong: 'Until the tab is closed',
  },
  {
    name: 'contact-draft',
    where: 'storage of the tab',
    what: 'A message you are writing to us.',
    howLong: 'Until it is sent or the tab is closed',
  },
  {
    name: 'person',
    where: 'storage of the tab',
    what: 'Your name and role, so that pages needn’t ask for them each time.',
    howLong: '5 minutes, or until you sign out',
  },
  {
    name: 'toast',
    where: 'storage of the tab',
    what: 'A short note for the next page, such as “Login successful”.',
    howLong: 'Until that page is shown',
  },
]

/** What the server writes down while it works. */
export const serverLogs = {
  title: 'Server logs',
  what: 'What went wrong and when, with numbers of orders. No names, addresses, emails or network addresses.',
  why: 'To find and mend faults.',
  howLong: '30 days.',
  atDeletion: 'Nothing in them is about you.',
} as const

/** The columns of a holding that its person may see. */
export function exportedColumns({
  deleted = [],
  replaced = [],
  kept = [],
}: ProcessingRecord): string[] {
  return [...deleted, ...replaced, ...kept]
}

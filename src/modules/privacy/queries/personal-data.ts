import {
  and,
  eq,
  exists,
  getTableColumns,
  getTableName,
  inArray,
  isNull,
  or,
  type SQL,
  sql,
} from '@payloadcms/db-postgres/drizzle'
import {
  bigint,
  integer,
  type PgColumn,
  type PgTable,
  pgTable,
  type PgUpdateSetSource,
  QueryBuilder,
  text,
  timestamp,
} from '@payloadcms/db-postgres/drizzle/pg-core'

import { isCustomerRecord } from '@/modules/accounts/queries/customer-record'
import { mailchimp_deletions } from '@/modules/newsletter/queries/mailchimp-deletions'
import {
  erasedRecipient,
  erasedRequest,
  erasedReview,
  erasedValues,
} from '@/modules/privacy/rules/data-request'
import type { DataCategory } from '@/modules/privacy/rules/records-of-processing'
import { returnPhotoFiles } from '@/modules/returns/rules'
import {
  account_tokens,
  addresses,
  api_keys,
  api_keys_texts,
  audit_events,
  contact_messages,
  customer_notes,
  data_requests,
  draft_orders,
  gift_card_deliveries,
  gift_card_entries,
  gift_cards,
  identities,
  known_devices,
  one_time_emails,
  order_events,
  order_notes,
  orders,
  orders_discounts,
  orders_items,
  passkeys,
  payload_preferences,
  payload_preferences_rels,
  payments,
  refund_lines,
  returns,
  returns_lines,
  reviews,
  saved_items,
  second_factors,
  subscriber_events,
  subscribers,
  sync_rows,
  users,
  users_sessions,
  webhook_events,
} from '@/payload-generated-schema'

/** Whose data is meant: their account, and email addresses proven to be theirs (lower case). Either may be missing. */
export type DataSubject = { userId: number | null; emails: readonly string[] }

type ColumnKey<Table extends PgTable> = keyof Table['_']['columns'] & string

type Treatment<Table extends PgTable> = {
  category: DataCategory
  /** Condition for the rows about a data subject. */
  isAbout: (subject: DataSubject) => SQL
  /** Columns deleted with the row. */
  deleted?: readonly ColumnKey<Table>[]
  /** Values that replace personal data when the row has to stay. */
  replaced?: PgUpdateSetSource<Table>
  kept?: readonly ColumnKey<Table>[]
  /** Names of the stored files of a row, which are exported with it. */
  filesOf?: (row: Record<string, unknown>) => string[]
  /** Columns that are never exported, because they would grant access. Deleted with the row unless also in `replaced`. */
  secret?: readonly ColumnKey<Table>[]
}

/** Declares how a table with personal data is found, exported, and erased. `columns` holds names of the database. */
const personalTable = <Table extends PgTable>(
  table: Table,
  {
    category,
    isAbout,
    deleted = [],
    replaced,
    kept = [],
    filesOf = () => [],
    secret = [],
  }: Treatment<Table>,
) => {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const namesOf = (keys: readonly string[]) => keys.flatMap((key) => columns[key]?.name ?? [])
  const hidden: readonly string[] = secret
  return {
    table,
    name: getTableName(table),
    category,
    isAbout,
    filesOf,
    replacement: replaced,
    columns: {
      deleted: namesOf(deleted),
      replaced: namesOf(Object.keys(replaced ?? {}).filter((key) => !hidden.includes(key))),
      kept: namesOf(kept),
      secret: namesOf(secret),
    },
  }
}

// Tables that aren't collections, so the generated schema lacks them.
const rate_limits = pgTable('rate_limits', {
  key: text('key').notNull(),
  points: integer('points').notNull(),
  expire: bigint('expire', { mode: 'number' }),
})
const editing_now = pgTable('editing_now', {
  collection: text('collection').notNull(),
  documentId: integer('document_id').notNull(),
  user: integer('user_id').notNull(),
  seenAt: timestamp('seen_at', { mode: 'string', withTimezone: true }).notNull(),
})

const query = new QueryBuilder()

const anyOf = (...conditions: (SQL | undefined)[]): SQL => or(...conditions) ?? sql`false`
/** No row belongs to user -1. */
const isUser =
  (column: PgColumn) =>
  ({ userId }: DataSubject): SQL =>
    eq(column, userId ?? -1)
const hasEmail =
  (column: PgColumn) =>
  ({ emails }: DataSubject): SQL =>
    inArray(sql`lower(${column})`, [...emails])
/** Rows of the account, and rows without an account that carry one of the addresses. */
const isUserOrGuest =
  (user: PgColumn, email: PgColumn) =>
  (subject: DataSubject): SQL =>
    anyOf(isUser(user)(subject), and(isNull(user), hasEmail(email)(subject)))
/** Whether a text has one of the addresses as a whole: ann@dune.co doesn't match joann@dune.co or ann@dune.com. */
const namesAddress = (value: SQL, emails: readonly string[]): SQL => {
  const patterns = emails.map((email) => {
    const escaped = email.replace(/[!-/:-?[-`{-~]/g, String.raw`\$&`)
    return String.raw`(?<![\w.!#$%&'*+/=?^\`{|}~-])${escaped}(?![\w-]|\.\w)`
  })
  return sql`lower(${value}) ~ any(${sql.param(patterns)}::text[])`
}

const isOrderOf = isUserOrGuest(orders.customer, orders.email)
const ordersOf = (subject: DataSubject) =>
  query.select({ id: orders.id }).from(orders).where(isOrderOf(subject))

/** The body names an order, its payments, or an email address. */
const isDeliveryAbout = (subject: DataSubject): SQL => {
  const body = sql`${webhook_events.body}::text`
  const names = (id: PgColumn) => sql`position(${id} in ${body}) > 0`
  const namesPayment = exists(
    query
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.order, orders.id), names(payments.providerId))),
  )
  return anyOf(
    exists(
      query
        .select({ id: orders.id })
        .from(orders)
        .where(
          and(
            isOrderOf(subject),
            or(names(orders.uuid), names(orders.paypalOrderId), namesPayment),
          ),
        ),
    ),
    namesAddress(body, subject.emails),
  )
}

const dates = ['createdAt', 'updatedAt'] as const

/**
 * Every table with personal data. The export and the erasure follow it, and a test compares it with the database: a
 * column that is listed nowhere fails.
 */
export const personalData = {
  users: personalTable(users, {
    category: 'account',
    isAbout: (subject) => anyOf(isUser(users.id)(subject), isCustomerRecord(subject.emails)),
    deleted: [
      'id',
      'firstName',
      'lastName',
      'role',
      'isActive',
      'profileImageUrl',
      'lastLoginAt',
      'pendingEmail',
      'hasPassword',
      'pausedAt',
      'secondFactorSince',
      'passkeySince',
      'taxCertificate',
      'notificationChoices',
      'notificationsReadAt',
      'email',
      'username',
      ...dates,
    ],
    secret: [
      'resetPasswordToken',
      'resetPasswordExpiration',
      'resetPasswordRequestedAt',
      'salt',
      'hash',
      'loginAttempts',
      'lockUntil',
    ],
  }),
  users_sessions: personalTable(users_sessions, {
    category: 'sessions',
    isAbout: isUser(users_sessions._parentID),
    deleted: ['_order', '_parentID', 'createdAt', 'expiresAt'],
    secret: ['id'],
  }),
  account_tokens: personalTable(account_tokens, {
    category: 'sessions',
    isAbout: isUser(account_tokens.user),
    deleted: ['id', 'user', 'purpose', 'email', 'expiresAt', 'usedAt', ...dates],
    secret: ['tokenHash'],
  }),
  second_factors: personalTable(second_factors, {
    category: 'sessions',
    isAbout: isUser(second_factors.user),
    deleted: ['id', 'user', 'lastStep', ...dates],
    secret: ['secret'],
  }),
  passkeys: personalTable(passkeys, {
    category: 'sessions',
    isAbout: isUser(passkeys.user),
    deleted: [
      'id',
      'user',
      'name',
      'credentialId',
      'publicKey',
      'userHandle',
      'counter',
      'transports',
      'isSynced',
      'lastUsedAt',
      ...dates,
    ],
  }),
  known_devices: personalTable(known_devices, {
    category: 'sessions',
    isAbout: isUser(known_devices.user),
    deleted: ['id', 'user', 'name', 'lastSeenAt', ...dates],
    secret: ['tokenHash', 'sessionId'],
  }),
  identities: personalTable(identities, {
    category: 'identities',
    isAbout: isUser(identities.user),
    deleted: [
      'id',
      'user',
      'provider',
      'subject',
      'emailAtLink',
      'emailVerified',
      'displayName',
      ...dates,
    ],
  }),
  addresses: personalTable(addresses, {
    category: 'addresses',
    isAbout: isUser(addresses.user),
    deleted: [
      'id',
      'user',
      'label',
      'firstName',
      'lastName',
      'address1',
      'address2',
      'city',
      'stateCode',
      'zip',
      'countryCode',
      'phone',
      'isDefault',
      ...dates,
    ],
  }),
  saved_items: personalTable(saved_items, {
    category: 'saved',
    isAbout: isUser(saved_items.user),
    deleted: ['id', 'user', 'product', 'content', ...dates],
  }),
  orders: personalTable(orders, {
    category: 'orders',
    isAbout: isOrderOf,
    replaced: {
      email: erasedValues.email,
      customer: null,
      shippingAddress_firstName: erasedValues.firstName,
      shippingAddress_lastName: null,
      shippingAddress_address1: null,
      shippingAddress_address2: null,
      shippingAddress_city: null,
      shippingAddress_zip: null,
      shippingAddress_phone: null,
      billingAddress_firstName: erasedValues.firstName,
      billingAddress_lastName: null,
      billingAddress_address1: null,
      billingAddress_address2: null,
      billingAddress_city: null,
      billingAddress_zip: null,
      billingAddress_phone: null,
      newsletterSubscribe: false,
      giftRecipient: null,
      giftNote: null,
      trackingNumber: null,
      trackingUrl: null,
      fulfillmentNote: null,
      shipments: null,
      notes: null,
      requestHash: null,
      cartId: null,
      paidCartId: null,
      accessKeyHash: erasedValues.email,
    },
    kept: [
      'id',
      'orderNumber',
      'uuid',
      'checkoutId',
      'status',
      'version',
      'currency',
      'subtotalCents',
      'discountCents',
      'shippingCents',
      'taxCents',
      'taxableCents',
      'taxableShippingCents',
      'totalCents',
      'giftCard',
      'giftCardCents',
      'purchasedCardsCents',
      'replaces',
      'replacementReason',
      'priceDifference_order',
      'priceDifference_itemId',
      'priceDifference_name',
      'priceDifference_quantity',
      'priceDifference_fromSize',
      'priceDifference_fromColor',
      'priceDifference_size',
      'priceDifference_color',
      'priceDifference_state',
      'priceDifference_isRequested',
      'shippingAddress_stateCode',
      'shippingAddress_countryCode',
      'taxedState',
      'billingAddress_stateCode',
      'billingAddress_countryCode',
      'billingSameAsShipping',
      'isGift',
      'senderName',
      'shippingMethod',
      'shippingService',
      'printDaysMin',
      'printDaysMax',
      'transitDaysMin',
      'transitDaysMax',
      // Proof of why no tax was collected, as long as the order is kept.
      'taxCertificate',
      'paymentState',
      'paymentMethod',
      'paymentAttempt',
      'captureLeaseUntil',
      'payableUntil',
      'paypalOrderId',
      'paypalEnvironment',
      'paypalTransactionId',
      'paidAt',
      'printfulOrderId',
      'fulfillment',
      'fulfillmentLeaseUntil',
      'fulfillmentCheckedAt',
      'fulfillmentCostCents',
      'fulfillmentAttempt',
      'carrier',
      'shippedAt',
      'deliveredAt',
      ...dates,
    ],
    secret: ['requestHash', 'accessKeyHash', 'cartId', 'paidCartId'],
  }),
  orders_items: personalTable(orders_items, {
    category: 'orders',
    isAbout: (subject) => inArray(orders_items._parentID, ordersOf(subject)),
    kept: [
      '_order',
      '_parentID',
      'id',
      'product',
      'name',
      'image',
      'size',
      'color',
      'sku',
      'unitPriceCents',
      'quantity',
      'discountCents',
      'swapUnitCents',
      'isFinalSale',
      'replacesItem',
    ],
  }),
  orders_discounts: personalTable(orders_discounts, {
    category: 'orders',
    isAbout: (subject) => inArray(orders_discounts._parentID, ordersOf(subject)),
    kept: ['_order', '_parentID', 'id', 'discount', 'name', 'code', 'isForShipping'],
  }),
  order_events: personalTable(order_events, {
    category: 'orders',
    isAbout: (subject) => inArray(order_events.order, ordersOf(subject)),
    replaced: {
      // A tracking number leads to an address.
      message: sql`case when ${order_events.type} = 'tracking' then 'Tracking number' else ${order_events.message} end`,
      // The names of former staff are replaced on all timelines: see replaceStaffName.
      actor: order_events.actor,
      // Staff may have typed a name.
      reason: null,
    },
    kept: ['id', 'order', 'type', ...dates],
  }),
  order_notes: personalTable(order_notes, {
    category: 'orders',
    isAbout: (subject) => inArray(order_notes.order, ordersOf(subject)),
    deleted: ['id', 'order', 'text', 'author', 'authorName', 'requestId', ...dates],
  }),
  returns: personalTable(returns, {
    category: 'orders',
    isAbout: (subject) => inArray(returns.order, ordersOf(subject)),
    replaced: { note: null, message: null, photos: null },
    filesOf: (row) => returnPhotoFiles(Number(row.order_id), row.photos),
    kept: [
      'id',
      'order',
      'status',
      'reason',
      'wish',
      'requestId',
      'exchangeOrder',
      'claimedAt',
      ...dates,
    ],
  }),
  returns_lines: personalTable(returns_lines, {
    category: 'orders',
    isAbout: (subject) =>
      inArray(
        returns_lines._parentID,
        query
          .select({ id: returns.id })
          .from(returns)
          .where(inArray(returns.order, ordersOf(subject))),
      ),
    kept: ['_order', '_parentID', 'id', 'itemId', 'quantity', 'wantedSize', 'wantedColor'],
  }),
  // A card that waits for its day keeps its recipient until it is sent (modules/gift-cards/actions/email-gift-card.ts).
  gift_card_deliveries: personalTable(gift_card_deliveries, {
    category: 'orders',
    isAbout: (subject) =>
      anyOf(
        inArray(gift_card_deliveries.order, ordersOf(subject)),
        hasEmail(gift_card_deliveries.recipientEmail)(subject),
      ),
    replaced: { ...erasedRecipient, senderName: null, codeSeed: gift_card_deliveries.codeSeed },
    kept: [
      'id',
      'order',
      'origin',
      'amountCents',
      'sendOn',
      'card',
      'sendingAt',
      'sentAt',
      'eraseOnceSent',
      ...dates,
    ],
    secret: ['codeSeed'],
  }),
  // Staff may have typed an address into the reason.
  gift_cards: personalTable(gift_cards, {
    category: 'orders',
    isAbout: ({ emails }) => namesAddress(sql`${gift_cards.note}`, emails),
    replaced: { note: null, codeHash: gift_cards.codeHash },
    kept: ['id', 'lastFour', 'isActive', ...dates],
    secret: ['codeHash'],
  }),
  // By order only: a card's other entries may be about whoever it was given to.
  gift_card_entries: personalTable(gift_card_entries, {
    category: 'orders',
    isAbout: (subject) => inArray(gift_card_entries.order, ordersOf(subject)),
    // The names of former staff are replaced: see replaceStaffName.
    replaced: { actor: gift_card_entries.actor },
    kept: ['id', 'card', 'kind', 'amountCents', 'order', 'requestId', ...dates],
  }),
  payments: personalTable(payments, {
    category: 'orders',
    isAbout: (subject) => inArray(payments.order, ordersOf(subject)),
    replaced: { reason: null },
    kept: [
      'id',
      'order',
      'kind',
      'provider',
      'method',
      'providerId',
      'requestId',
      'status',
      'amountCents',
      'currency',
      'feeCents',
      ...dates,
    ],
  }),
  refund_lines: personalTable(refund_lines, {
    category: 'orders',
    isAbout: (subject) => inArray(refund_lines.order, ordersOf(subject)),
    kept: ['id', 'order', 'requestId', 'itemId', 'quantity', 'amountCents', 'taxCents', ...dates],
  }),
  webhook_events: personalTable(webhook_events, {
    category: 'deliveries',
    isAbout: isDeliveryAbout,
    replaced: { body: {}, note: null },
    kept: ['id', 'provider', 'eventId', 'eventType', 'status', 'processedAt', ...dates],
  }),
  reviews: personalTable(reviews, {
    category: 'reviews',
    // The demo's reviews have an order only.
    isAbout: (subject) =>
      anyOf(isUser(reviews.customer)(subject), inArray(reviews.order, ordersOf(subject))),
    replaced: erasedReview,
    kept: ['id', 'product', 'rating', 'title', 'body', 'status', ...dates],
  }),
  subscribers: personalTable(subscribers, {
    category: 'letters',
    isAbout: hasEmail(subscribers.email),
    deleted: [
      'id',
      'email',
      'firstName',
      'lastName',
      'status',
      'source',
      'confirmSentAt',
      'confirmedAt',
      'unsubscribedAt',
      'syncedAt',
      'syncNote',
      ...dates,
    ],
    secret: ['confirmTokenHash'],
  }),
  subscriber_events: personalTable(subscriber_events, {
    category: 'letters',
    isAbout: (subject) =>
      inArray(
        subscriber_events.subscriber,
        query
          .select({ id: subscribers.id })
          .from(subscribers)
          .where(hasEmail(subscribers.email)(subject)),
      ),
    deleted: ['id', 'subscriber', 'action', 'form', 'wording', 'network', ...dates],
  }),
  one_time_emails: personalTable(one_time_emails, {
    category: 'requestedEmails',
    isAbout: (subject) =>
      anyOf(
        hasEmail(one_time_emails.email)(subject),
        inArray(one_time_emails.order, ordersOf(subject)),
      ),
    deleted: [
      'id',
      'kind',
      'email',
      'product',
      'size',
      'color',
      'lines',
      'order',
      'queuedAt',
      'sendingAt',
      ...dates,
    ],
  }),
  contact_messages: personalTable(contact_messages, {
    category: 'messages',
    isAbout: isUserOrGuest(contact_messages.user, contact_messages.email),
    deleted: ['id', 'name', 'email', 'topic', 'orderNumber', 'body', 'user', 'status', ...dates],
  }),
  draft_orders: personalTable(draft_orders, {
    category: 'orders',
    isAbout: hasEmail(draft_orders.email),
    deleted: [
      'id',
      'email',
      'shippingAddress_firstName',
      'shippingAddress_lastName',
      'shippingAddress_address1',
      'shippingAddress_address2',
      'shippingAddress_city',
      'shippingAddress_stateCode',
      'shippingAddress_zip',
      'shippingAddress_countryCode',
      'shippingAddress_phone',
      'lines',
      'discountKind',
      'discountCode',
      'discountPercent',
      'discountCents',
      'shippingMethod',
      'plainPackage',
      'note',
      'totalCents',
      'order',
      ...dates,
    ],
  }),
  customer_notes: personalTable(customer_notes, {
    category: 'orders',
    isAbout: (subject) =>
      anyOf(isUser(customer_notes.customer)(subject), hasEmail(customer_notes.email)(subject)),
    deleted: ['id', 'email', 'customer', 'text', 'author', 'authorName', 'requestId', ...dates],
  }),
  data_requests: personalTable(data_requests, {
    category: 'requests',
    isAbout: isUserOrGuest(data_requests.user, data_requests.email),
    replaced: { ...erasedRequest, email: null },
    kept: [
      'id',
      'code',
      'source',
      'status',
      'receivedAt',
      'acknowledgeBy',
      'acknowledgedAt',
      'verifyBy',
      'verifiedAt',
      'completeBy',
      'eraseAfter',
      'completedAt',
      ...dates,
    ],
  }),
  // Written by the erasure itself, and by a change of the account's address; the nightly job deletes it once Mailchimp
  // has deleted the member.
  mailchimp_deletions: personalTable(mailchimp_deletions, {
    category: 'requests',
    isAbout: (subject) =>
      anyOf(
        sql`${mailchimp_deletions.memberId} in (select md5(email) from unnest(${sql.param([...subject.emails])}::text[]) as email)`,
        inArray(
          mailchimp_deletions.subscriber,
          query
            .select({ id: subscribers.id })
            .from(subscribers)
            .where(hasEmail(subscribers.email)(subject)),
        ),
      ),
    kept: ['memberId', 'requestedAt', 'deletedAt', 'subscriber', 'archivedAt'],
  }),
  payload_preferences: personalTable(payload_preferences, {
    category: 'panel',
    isAbout: (subject) =>
      inArray(
        payload_preferences.id,
        query
          .select({ id: payload_preferences_rels.parent })
          .from(payload_preferences_rels)
          .where(isUser(payload_preferences_rels.usersID)(subject)),
      ),
    deleted: ['id', 'key', 'value', ...dates],
  }),
  payload_preferences_rels: personalTable(payload_preferences_rels, {
    category: 'panel',
    isAbout: isUser(payload_preferences_rels.usersID),
    deleted: ['id', 'order', 'parent', 'path', 'usersID'],
  }),
  editing_now: personalTable(editing_now, {
    category: 'panel',
    isAbout: isUser(editing_now.user),
    deleted: ['collection', 'documentId', 'user', 'seenAt'],
  }),
  api_keys: personalTable(api_keys, {
    category: 'panel',
    isAbout: isUser(api_keys.createdBy),
    deleted: [
      'id',
      'name',
      'prefix',
      'createdBy',
      'expiresAt',
      'lastUsedAt',
      'revokedAt',
      ...dates,
    ],
    secret: ['keyHash'],
  }),
  api_keys_texts: personalTable(api_keys_texts, {
    category: 'panel',
    isAbout: (subject) =>
      inArray(
        api_keys_texts.parent,
        query.select({ id: api_keys.id }).from(api_keys).where(isUser(api_keys.createdBy)(subject)),
      ),
    deleted: ['id', 'order', 'parent', 'path', 'text'],
  }),
  sync_rows: personalTable(sync_rows, {
    category: 'runs',
    isAbout: ({ emails }) =>
      namesAddress(
        sql`concat_ws(' ', ${sync_rows.key}, ${sync_rows.label}, ${sync_rows.message}, ${sync_rows.details}::text)`,
        emails,
      ),
    deleted: ['id', 'run', 'key', 'label', 'result', 'message', 'details', ...dates],
  }),
  audit_events: personalTable(audit_events, {
    category: 'audit',
    isAbout: (subject) =>
      anyOf(
        isUser(audit_events.actorId)(subject),
        and(
          eq(audit_events.subjectType, 'user'),
          eq(audit_events.subjectId, String(subject.userId ?? -1)),
        ),
      ),
    kept: ['id', 'actorId', 'actorRole', 'action', 'subjectType', 'subjectId', 'details', ...dates],
  }),
  rate_limits: personalTable(rate_limits, {
    category: 'limits',
    isAbout: ({ emails }) => namesAddress(sql`${rate_limits.key}`, emails),
    deleted: ['key', 'points', 'expire'],
  }),
}

type PersonalTable = Omit<ReturnType<typeof personalTable<PgTable>>, 'replacement'>
export const personalTables: readonly PersonalTable[] = Object.values(personalData)

/** Tables without personal data, with the reason where it is not plain. */
export const nonPersonalTables: Readonly<Record<string, string>> = {
  products: 'the catalog',
  products_color_images: 'the catalog',
  products_variants: 'the catalog',
  products_size_guide: 'the catalog',
  products_texts: 'the catalog',
  products_rels: 'the catalog',
  categories: 'the catalog',
  discounts: 'what the shop offers',
  discounts_rels: 'the same',
  discount_codes: 'the same; who used one is in the orders',
  product_prices: 'what products cost, and when',
  product_search: 'what the search reads of the catalog',
  customers:
    'who placed which orders and what they spent; triggers derive it from those, also in the transaction that erases them',
  content_search: 'the same of published content',
  search_words: 'the same',
  content_words: 'the same',
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
  media: 'images of the shop; camera metadata is removed at upload',
  pages: 'texts of the shop',
  pages_questions: 'texts of the shop',
  staff_notifications: 'what staff are notified about, by order number; it names nobody',
  shop_settings: 'the shop’s own address and rules',
  shop_settings_tax_states: 'the same',
  shop_settings_alert_groups: 'the same',
  shop_settings_payment_methods: 'the same',
  shop_settings_state_tax_rules: 'tax rules',
  shop_settings_shipping_rates: 'shipping prices',
  shop_settings_numbers: 'amounts of gift cards',
  shop_settings_texts: 'the shop’s own rules',
  payload_kv: 'the framework’s own data',
  payload_migrations: 'the history of the schema',
  'graphile_worker._private_jobs': 'jobs carry ids only',
  'graphile_worker._private_tasks': 'names of jobs',
  'graphile_worker._private_job_queues': 'queues',
  'graphile_worker._private_known_crontabs': 'times',
  'graphile_worker.migrations': 'the history of the schema',
}

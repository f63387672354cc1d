import { randomUUID } from 'node:crypto'

import { makePerson, makeProduct, type TestPerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'

import { issueGiftCard } from '@/modules/gift-cards/actions/staff-cards'

let count = 0

/**
 * Creates a customer with a row in every table with personal data. Each text contains a unique canary, so a test can
 * search for it anywhere. All of them must be in the export, except for secrets. After an erasure `canaries` must be gone at
 * once, `waits` once the gift card `waitingCard` is sent, and `stays` never: it proves why an order was sold without tax.
 */
export async function makeUserWithData(): Promise<
  TestPerson & {
    email: string
    canaries: string[]
    waits: string[]
    waitingCard: number
    stays: string[]
    orderId: number
    productId: number
    /** What is stored for the shop only, and in no export. */
    secrets: string[]
  }
> {
  const payload = await getTestPayload()
  const tag = `${Date.now().toString(36)}${(count += 1)}`
  const words = new Set<string>()
  const word = (name: string): string => {
    const canary = `canary${name}${tag}`
    words.add(canary)
    return canary
  }
  const secret = word('hash')
  const person = await makePerson('customer')
  const id = person.user.id
  const email = `${word('mail')}@example.com`
  const product = await makeProduct()
  await rowsOf(sql`
    update users set email = ${email}, first_name = ${word('first')}, last_name = ${word('last')}, pending_email = ${`${word('pending')}@example.com`},
      profile_image_url = ${`https://example.com/${word('picture')}.jpg`}, tax_certificate = ${word('certificate')} where id = ${id}`)
  await rowsOf(
    sql`insert into identities (user_id, provider, subject, email_at_link, display_name) values (${id}, 'facebook', ${word('subject')}, ${`${word('linked')}@example.com`}, ${word('display')})`,
  )
  await rowsOf(
    sql`insert into passkeys (user_id, name, credential_id, public_key, user_handle, counter) values (${id}, ${word('passkey')}, ${word('credential')}, ${word('publickey')}, ${word('handle')}, 3)`,
  )
  await rowsOf(
    sql`insert into account_tokens (user_id, purpose, token_hash, email, expires_at) values (${id}, 'verify-email', ${randomUUID()}, ${`${word('token')}@example.com`}, now() + interval '1 day')`,
  )
  await rowsOf(
    sql`insert into second_factors (user_id, secret, last_step) values (${id}, ${randomUUID()}, 0)`,
  )
  await rowsOf(
    sql`insert into known_devices (user_id, token_hash, name, session_id, last_seen_at) values (${id}, ${randomUUID()}, ${word('device')}, ${randomUUID()}, now())`,
  )
  await rowsOf(sql`
    insert into addresses (user_id, label, first_name, last_name, address1, address2, city, state_code, zip, phone)
    values (${id}, ${word('label')}, ${word('kept')}, ${word('keptlast')}, ${word('street')}, ${word('unit')}, ${word('town')}, 'CA', '93023', ${word('call')})`)
  await rowsOf(sql`insert into saved_items (user_id, product_id) values (${id}, ${product.id})`)
  const address = (name: string) => ({
    firstName: word(`${name}first`),
    lastName: word(`${name}last`),
    address1: word(`${name}street`),
    address2: word(`${name}unit`),
    city: word(`${name}town`),
    stateCode: 'CA',
    zip: word(`${name}zip`),
    countryCode: 'US',
    phone: word(`${name}phone`),
  })
  const order = await makeOrder(
    {
      customer: id,
      email,
      status: 'delivered',
      shippingAddress: address('ship'),
      billingAddress: address('bill'),
      notes: word('note'),
      trackingNumber: word('tracking'),
      trackingUrl: `https://example.com/${word('trackurl')}`,
      shipments: [{ id: '1', trackingNumber: word('parcel') }],
      fulfillmentNote: word('fulfilment'),
      requestHash: secret,
      newsletterSubscribe: true,
      isGift: true,
      giftRecipient: word('giftrecipient'),
      giftNote: word('giftnote'),
      taxCertificate: word('exempt'),
    },
    { captured: true },
  )
  await rowsOf(
    sql`insert into orders_discounts (_order, _parent_id, id, name, code) values (1, ${order.id}, ${randomUUID()}, 'Spring', 'SPRING')`,
  )
  await rowsOf(sql`update orders set paypal_order_id = ${`PAYPAL${tag}`} where id = ${order.id}`)
  const guest = await makeOrder({
    email: email.toUpperCase(),
    status: 'cancelled',
    shippingAddress: address('guest'),
    billingAddress: address('guestbill'),
  })
  // Only the names of former staff are looked for in timelines.
  await rowsOf(
    sql`insert into audit_events (actor_role, action, subject_type, subject_id) values ('super_admin', 'user.role_changed', 'user', ${String(id)})`,
  )
  await rowsOf(sql`insert into order_events (order_id, type, message, actor, reason) values
    (${order.id}, 'tracking', ${`Tracking number ${word('trackevent')}`}, 'June', null), (${order.id}, 'cancelled', 'Cancelled', 'June', ${word('reason')}),
    (${order.id}, 'processing', 'Status changed', ${`${word('first')} ${word('last')}`}, null)`)
  await rowsOf(
    sql`insert into order_notes (order_id, text, author_name) values (${order.id}, ${word('datednote')}, 'June')`,
  )
  await rowsOf(
    sql`with made as (insert into returns (order_id, status, reason, wish, note, message, request_id) values (${order.id}, 'refunded', 'size', 'refund', ${word('returnnote')}, ${word('returnmessage')}, ${randomUUID()}) returning id)
      insert into returns_lines (_order, _parent_id, id, item_id, quantity) select 1, id, ${randomUUID()}, ${randomUUID()}, 1 from made`,
  )
  /** A gift card that the order bought, in an email that was sent or waits for its day. */
  const buyCard = async (name: string, isSent: boolean): Promise<number> => {
    const card = await issueGiftCard(
      payload,
      { id, role: 'customer', name: `${word('first')} ${word('last')}` },
      { amountCents: 2500, note: 'Bought' },
    )
    const [row] = await rowsOf<{ id: number }>(sql`
      insert into gift_card_deliveries (order_id, origin, amount_cents, recipient_name, recipient_email, sender_name, message, send_on, code_seed, card_id, sent_at)
      values (${order.id}, 'purchase', 2500, ${word(`${name}recipient`)}, ${`${word(`${name}email`)}@example.com`}, ${word(`${name}sender`)}, ${word(`${name}message`)},
              ${isSent ? null : '2099-01-01'}, ${randomUUID()}, ${card.id}, ${isSent ? sql`now()` : null}) returning id`)
    return row?.id ?? 0
  }
  await buyCard('sent', true)
  await issueGiftCard(
    payload,
    { id, role: 'customer', name: `${word('first')} ${word('last')}` },
    { amountCents: 1000, note: `Sorry, ${email} ${word('cardreason')}` },
  )
  const waitingCard = await buyCard('unsent', false)
  const requestId = `refund-${tag}`
  await rowsOf(sql`
    with bought as (select card_id from gift_card_deliveries where order_id = ${order.id} and sent_at is not null),
      entry as (insert into gift_card_entries (card_id, kind, amount_cents, order_id, request_id, actor)
        select card_id, 'reserve', -500, ${order.id}, ${`reserve-${tag}`}, 'buyer' from bought)
    insert into refund_lines (order_id, request_id, item_id, quantity, amount_cents, tax_cents)
    select ${order.id}, ${requestId}, id, 1, 700, 60 from orders_items where _parent_id = ${order.id}`)
  await rowsOf(
    sql`insert into customer_notes (email, customer_id, text, author_name) values (${email.toLowerCase()}, ${id}, ${word('customernote')}, 'June'), (${email.toLowerCase()}, null, ${word('guestnote')}, 'June')`,
  )
  await rowsOf(
    sql`insert into payments (order_id, kind, provider, provider_id, status, reason, amount_cents) values (${guest.id}, 'manual', 'manual', ${randomUUID()}, 'completed', ${word('cash')}, 4055), (${guest.id}, 'refund', 'paypal', ${randomUUID()}, 'completed', ${word('refundwhy')}, 100), (${guest.id}, 'refund', 'manual', ${randomUUID()}, 'failed', ${word('undonewhy')}, 4055)`,
  )
  await rowsOf(sql`
    insert into webhook_events (provider, event_id, event_type, body, status) values
    ('paypal', ${randomUUID()}, 'PAYMENT.CAPTURE.COMPLETED', ${JSON.stringify({ id: `PAYPAL${tag}`, payer: { name: word('payer') } })}::jsonb, 'processed'),
    ('paypal', ${randomUUID()}, 'CHECKOUT.ORDER.APPROVED', ${JSON.stringify({ payer: { email_address: email, name: word('buyer') } })}::jsonb, 'processed')`)
  await rowsOf(sql`
    insert into reviews (product_id, customer_id, order_id, author, rating, title, body, status, note) values
    (${product.id}, ${id}, ${order.id}, ${word('author')}, 5, 'Soft', 'It is soft.', 'approved', ${word('reviewnote')})`)
  // As in the demo: a review without an account.
  await rowsOf(
    sql`insert into reviews (product_id, order_id, author, rating, body, status) values (${(await makeProduct()).id}, ${order.id}, ${word('demoauthor')}, 5, 'It is warm.', 'approved')`,
  )
  const other = await makeProduct()
  await rowsOf(
    sql`insert into reviews (product_id, customer_id, author, rating, title, body, status) values (${other.id}, ${id}, ${word('waitingauthor')}, 4, ${word('title')}, ${word('body')}, 'waiting')`,
  )
  await rowsOf(sql`
    with made as (insert into subscribers (email, first_name, last_name, status, source, confirm_token_hash) values (${email}, ${word('letterfirst')}, ${word('letterlast')}, 'subscribed', 'inline', ${randomUUID()}) returning id)
    insert into subscriber_events (subscriber_id, action, form, wording, network) select id, 'requested', 'inline', ${word('wording')}, '203.0.113.0' from made`)
  await rowsOf(
    sql`insert into contact_messages (name, email, topic, order_number, body, user_id) values (${word('writer')}, ${email}, ${word('topic')}, 'DF-1', ${word('message')}, ${id}), (${word('writer2')}, ${email.toUpperCase()}, 'A size', null, ${word('message2')}, null)`,
  )
  await rowsOf(sql`
    insert into draft_orders (email, shipping_address_first_name, shipping_address_last_name, shipping_address_address1, shipping_address_city, shipping_address_zip, note)
    values (${email}, ${word('draftfirst')}, ${word('draftlast')}, ${word('draftstreet')}, ${word('drafttown')}, ${word('draftzip')}, ${word('draftnote')})`)
  await rowsOf(sql`
    insert into one_time_emails (kind, email, product_id, size, color, order_id) values
    ('back-in-stock', ${email}, ${product.id}, ${word('wantedsize')}, 'Black', null), ('review', null, null, null, null, ${order.id})`)
  await rowsOf(sql`
    insert into data_requests (code, source, status, user_id, full_name, email, other_emails, account_created, reason, received_at, acknowledge_by, verify_by, note)
    values (${randomUUID()}, 'form', 'withdrawn', ${id}, ${word('full')}, ${email}, ${`${word('other')}@example.com`}, ${word('when')}, ${word('why')}, now(), now(), now(), ${word('remark')})`)
  await rowsOf(
    sql`with made as (insert into payload_preferences (key, value) values (${word('pref')}, '{}') returning id) insert into payload_preferences_rels (parent_id, path, users_id) select id, 'user', ${id} from made`,
  )
  await rowsOf(
    sql`insert into editing_now (collection, document_id, user_id) values (${word('editing')}, 1, ${id})`,
  )
  await rowsOf(
    sql`with made as (insert into api_keys (name, prefix, key_hash, created_by_id) values (${word('key')}, 'dfk_', ${randomUUID()}, ${id}) returning id) insert into api_keys_texts ("order", parent_id, path, text) select 1, id, 'permissions', ${word('permission')} from made`,
  )
  await rowsOf(
    sql`with run as (insert into sync_runs (provider, kind, status) values ('mailchimp', 'mailchimp-sync', 'done') returning id) insert into sync_rows (run_id, key, label, result) select id, ${email}, ${word('synced')}, 'created' from run`,
  )
  await rowsOf(
    sql`insert into audit_events (actor_id, actor_role, action, subject_type, subject_id) values (${id}, 'customer', ${`test.${tag}`}, 'user', ${String(id)})`,
  )
  await rowsOf(
    sql`insert into rate_limits (key, points, expire) values (${`sign-in-name:1.2.3.4 ${email}`}, 1, 99999999999999)`,
  )
  const waits = ['recipient', 'email', 'sender', 'message'].map((part) => word(`unsent${part}`))
  const stays = [word('exempt')]
  const kept = new Set([...waits, ...stays, secret])
  return {
    ...person,
    email,
    canaries: [...words].filter((one) => !kept.has(one)),
    waits,
    waitingCard,
    stays,
    orderId: order.id,
    productId: product.id,
    secrets: [
      secret,
      ...(
        await rowsOf<{ text: string }>(sql`
        select unnest(array[hash, salt]) as text from users where id = ${id}
        union all select secret from second_factors where user_id = ${id}`)
      ).map(({ text }) => text),
    ],
  }
}

/** Returns every row of every table, including the job queue, as text. */
export async function readAllTables(): Promise<string> {
  const columns = await rowsOf<{ table: string }>(sql`
    select distinct quote_ident(table_schema) || '.' || quote_ident(table_name) as "table" from information_schema.columns
    where (table_schema = 'public' or table_name like '\_private%') and table_schema in ('public', 'graphile_worker')
      and table_name in (select tablename from pg_tables where schemaname in ('public', 'graphile_worker'))`)
  const texts: string[] = []
  for (const { table } of columns) {
    const rows = await rowsOf<{ line: string }>(
      sql`select row_to_json(t)::text as line from ${sql.raw(table)} t`,
    )
    texts.push(...rows.map(({ line }) => `${table} ${line}`))
  }
  return texts.join('\n')
}

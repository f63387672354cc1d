import { sql } from '@payloadcms/db-postgres'
import type { Payload } from 'payload'

import {
  confirmationDays,
  consentWordings,
  type SubscriberStatus,
  type SubscriptionForm,
} from '@/modules/newsletter/rules/subscription'
import {
  createConfirmToken,
  hashConfirmToken,
  parseConfirmToken,
} from '@/modules/newsletter/subscription-links'
import { queueJob } from '@/platform/job-queue'
import { type Tx, withTransaction } from '@/platform/transaction'

export type SubscriptionRequest = {
  /** Trimmed and lower case. */
  email: string
  firstName?: string | null
  lastName?: string | null
  form: SubscriptionForm
  /** The address of the request, its last part removed. */
  network: string | null
}

type Action = 'requested' | 'confirmed' | 'unsubscribed'

const addEvent = async (
  tx: Tx,
  subscriberId: number,
  action: Action,
  {
    form,
    wording,
    network,
  }: { form: string | null; wording?: string | null; network: string | null },
): Promise<number> => {
  const {
    rows: [event],
  } = await tx.execute(sql`
    insert into subscriber_events (subscriber_id, action, form, wording, network, created_at, updated_at)
    values (${subscriberId}, ${action}, ${form}, ${wording ?? null}, ${network}, now(), now()) returning id`)
  return event?.id as number
}

/** The row of an address, made or woken: pending, or subscribed as it was. Nobody who is subscribed is changed by a stranger's form. */
const rowFor = async (
  tx: Tx,
  { email, firstName, lastName, form }: SubscriptionRequest,
): Promise<{ id: number; status: SubscriberStatus }> => {
  const kept = sql`subscribers.status = 'subscribed'`
  const {
    rows: [row],
  } = await tx.execute(sql`
    insert into subscribers (email, first_name, last_name, status, source, created_at, updated_at)
    values (${email}, ${firstName ?? null}, ${lastName ?? null}, 'pending', ${form}, now(), now())
    on conflict (email) do update set
      first_name = case when ${kept} then subscribers.first_name else coalesce(excluded.first_name, subscribers.first_name) end,
      last_name = case when ${kept} then subscribers.last_name else coalesce(excluded.last_name, subscribers.last_name) end,
      source = case when ${kept} then subscribers.source else excluded.source end,
      status = case when ${kept} then subscribers.status else 'pending' end,
      updated_at = now()
    returning id, status`)
  return row as { id: number; status: SubscriberStatus }
}

/**
 * Somebody asked for the letter with an address that may not be theirs: noted, and a mail to that address asks back.
 * Only the button behind the link in it subscribes. The work is the same whether the address is new, known, subscribed
 * or was unsubscribed; who is subscribed already gets a mail that says so. Asking again sends a new link.
 */
export async function requestSubscription(
  payload: Payload,
  asked: SubscriptionRequest,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { id, status } = await rowFor(tx, asked)
    const eventId = await addEvent(tx, id, 'requested', {
      form: asked.form,
      wording: consentWordings[asked.form],
      network: asked.network,
    })
    await tx.execute(sql`
      update subscribers set confirm_token_hash = ${status === 'pending' ? hashConfirmToken(createConfirmToken(eventId)) : null}, confirm_sent_at = now() where id = ${id}`)
    await queueJob(tx, 'send-letter-confirm', { eventId }, { key: `letter-confirm:${id}` })
  })
}

/** done: subscribed now, or before by the same link. expired: asked for too long ago, replaced by a newer link, or left since. */
export type ConfirmationResult = 'done' | 'expired' | 'unknown'

type Confirmable = { id: number; status: SubscriberStatus; fresh: boolean; form: SubscriptionForm }

const subscribe = async (tx: Tx, id: number): Promise<void> => {
  await tx.execute(sql`
    update subscribers set status = 'subscribed', confirmed_at = now(), unsubscribed_at = null, confirm_token_hash = null, updated_at = now() where id = ${id}`)
  await queueJob(tx, 'send-letter-welcome', { subscriberId: id }, { key: `letter-welcome:${id}` })
  await queueJob(tx, 'tell-mailchimp', { subscriberId: id }, { key: `tell-mailchimp:${id}` })
}

/** The button on the page behind the confirmation link. Pressing it twice is pressing it once. */
export async function confirmSubscription(
  payload: Payload,
  token: string,
  network: string | null,
): Promise<ConfirmationResult> {
  const eventId = parseConfirmToken(token)
  if (!eventId) return 'unknown'
  return withTransaction(payload, async (_req, tx) => {
    const {
      rows: [row],
    } = await tx.execute(sql`
      select s.id, s.status, e.form, coalesce(s.confirm_token_hash = ${hashConfirmToken(token)}, false) and e.created_at > now() - make_interval(days => ${confirmationDays}) as fresh
      from subscriber_events e join subscribers s on s.id = e.subscriber_id where e.id = ${eventId} and e.action = 'requested' for update of s`)
    const found = row as Confirmable | undefined
    if (!found) return 'unknown'
    if (found.status === 'subscribed') return 'done'
    if (found.status !== 'pending' || !found.fresh) return 'expired'
    await subscribe(tx, found.id)
    await addEvent(tx, found.id, 'confirmed', {
      form: found.form,
      wording: consentWordings[found.form] ?? null,
      network,
    })
    return 'done'
  })
}

/** Somebody who is signed in asks for the letter to their confirmed address: the button is the confirmation. */
export async function subscribeAccount(
  payload: Payload,
  asked: Omit<SubscriptionRequest, 'form'>,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const { id, status } = await rowFor(tx, { ...asked, form: 'account' })
    if (status === 'subscribed') return
    await subscribe(tx, id)
    await addEvent(tx, id, 'confirmed', {
      form: 'account',
      wording: consentWordings.account,
      network: asked.network,
    })
  })
}

type Leaving = { form: 'link' | 'one-click' | 'account'; network: string | null }

const leave = async (
  tx: Tx,
  row: { id: number; status: SubscriberStatus } | undefined,
  { form, network }: Leaving,
): Promise<void> => {
  if (!row || !['subscribed', 'pending'].includes(row.status)) return
  await tx.execute(
    sql`update subscribers set status = 'unsubscribed', unsubscribed_at = now(), confirm_token_hash = null, updated_at = now() where id = ${row.id}`,
  )
  await addEvent(tx, row.id, 'unsubscribed', { form, network })
  await queueJob(
    tx,
    'tell-mailchimp',
    { subscriberId: row.id },
    { key: `tell-mailchimp:${row.id}` },
  )
}

/** No more letters to this person; also takes back a request that nobody confirmed. Once is enough, twice does no harm. */
export async function unsubscribe(
  payload: Payload,
  subscriberId: number,
  how: Leaving,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const {
      rows: [row],
    } = await tx.execute(
      sql`select id, status from subscribers where id = ${subscriberId} for update`,
    )
    await leave(tx, row as never, how)
  })
}

export async function unsubscribeByEmail(
  payload: Payload,
  email: string,
  how: Leaving,
): Promise<void> {
  return withTransaction(payload, async (_req, tx) => {
    const {
      rows: [row],
    } = await tx.execute(
      sql`select id, status from subscribers where email = ${email.toLowerCase()} for update`,
    )
    await leave(tx, row as never, how)
  })
}

/**
 * The box in the checkout, once the order is paid: the same question by mail as from any form. Nothing happens when
 * the buyer gets the letter already, or when this order has asked before.
 */
export async function requestSubscriptionForOrder(
  payload: Payload,
  orderId: number,
): Promise<void> {
  const {
    rows: [order],
  } = await payload.db.drizzle.execute(sql`
    select lower(trim(o.email)) as email, o.shipping_address_first_name as "firstName", o.shipping_address_last_name as "lastName"
    from orders o where o.id = ${orderId} and o.newsletter_subscribe and not exists (
      select 1 from subscribers s where s.email = lower(trim(o.email)) and (s.status = 'subscribed' or exists (
        select 1 from subscriber_events e where e.subscriber_id = s.id and e.form = 'checkout' and e.created_at >= o.paid_at)))`)
  if (order)
    await requestSubscription(payload, {
      ...(order as Pick<SubscriptionRequest, 'email' | 'firstName' | 'lastName'>),
      form: 'checkout',
      network: null,
    })
}

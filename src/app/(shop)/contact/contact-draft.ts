import { emailError } from '@/components/form/api-form'
import type { FieldErrors } from '@/components/form/use-submit'
import { normalizeOrderNumber } from '@/modules/orders/rules/order-number'
import { createSessionStorageStore } from '@/platform/browser-storage'

export const draftFields = ['name', 'email', 'topic', 'orderNumber', 'message'] as const
export type DraftField = (typeof draftFields)[number]
export type ContactFormValues = Record<DraftField, string>
/** Only what has been typed: a field that was not touched may be filled from the account. */
type Draft = Partial<ContactFormValues>

const readDraft = (stored: unknown): Draft => {
  if (typeof stored !== 'object' || stored === null) return {}
  const texts = new Map<string, unknown>(Object.entries(stored))
  return Object.fromEntries(
    draftFields.flatMap((name) => {
      const text = texts.get(name)
      return typeof text === 'string' ? [[name, text.slice(0, 20_000)]] : []
    }),
  )
}

export const emptyDraft: Draft = {}
/** Kept in this tab until it is sent, so that a reload loses nothing. */
export const draftStore = createSessionStorageStore<Draft>('contact-draft', emptyDraft, readDraft)

/** Checks for missing fields before anything is sent; the server checks again. */
export function contactFieldErrors(
  { name, email, topic, orderNumber, message }: ContactFormValues,
  maxLength: number,
): FieldErrors {
  const format = (number: number): string => number.toLocaleString('en-US')
  return {
    name: name.trim() ? null : 'Please add your name.',
    email: emailError(email, 'Please add your email address so we can reply.'),
    topic: topic ? null : 'Please choose a topic.',
    orderNumber:
      !orderNumber.trim() || /^DF-\d{1,12}$/i.test(normalizeOrderNumber(orderNumber))
        ? null
        : 'Order numbers look like DF-1001.',
    message: !message.trim()
      ? 'Please enter a message.'
      : message.length > maxLength
        ? `Please use ${format(maxLength)} characters or fewer. You’ve entered ${format(message.length)}.`
        : null,
  }
}

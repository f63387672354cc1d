import { createSessionStorageStore } from '@/ui/session-storage-store'

export const draftFields = ['name', 'email', 'topic', 'orderNumber', 'message'] as const
export type DraftField = (typeof draftFields)[number]
/** Only what has been typed: a field that was not touched may be filled with what the account knows. */
export type Draft = Partial<Record<DraftField, string>>

const readDraft = (stored: unknown): Draft => {
  if (typeof stored !== 'object' || stored === null) return {}
  const given = stored as Record<string, unknown>
  return Object.fromEntries(
    draftFields.flatMap((name) =>
      typeof given[name] === 'string' ? [[name, given[name].slice(0, 20_000)]] : [],
    ),
  )
}

const none: Draft = {}
/** Kept in this tab until it is sent, so that a reload takes nothing away. */
export const draftStore = createSessionStorageStore<Draft>('contact-draft', none, readDraft)
export const emptyDraft = none

export type ContactFormValues = Record<DraftField, string>

/** What can be seen to be missing before anything is sent; the server looks again. */
export function contactFieldErrors(
  { name, email, topic, orderNumber, message }: ContactFormValues,
  mostCharacters: number,
): Partial<ContactFormValues> {
  return {
    ...(name.trim() ? {} : { name: 'Please add your name.' }),
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
      ? {}
      : {
          email: email.trim()
            ? 'Please check the email address. It looks like name@example.com.'
            : 'Please add your email address, so that we can answer.',
        }),
    ...(topic ? {} : { topic: 'Please choose what it is about.' }),
    ...(!orderNumber.trim() || /^DF-\d{1,12}$/i.test(normalizeOrderNumber(orderNumber))
      ? {}
      : { orderNumber: 'Order numbers look like DF-1001.' }),
    ...(message.trim()
      ? message.length > mostCharacters
        ? {
            message: `Please use at most ${mostCharacters.toLocaleString('en-US')} characters. There are ${message.length.toLocaleString('en-US')}.`,
          }
        : {}
      : { message: 'Please write a few words.' }),
  }
}

/** '1001', 'df 1001' and '#DF-1001' → 'DF-1001'. */
export function normalizeOrderNumber(typed: string): string {
  const digits = /^\s*#?\s*(?:DF)?[-\s]*(\d{1,12})\s*$/i.exec(typed)?.[1]
  return digits ? `DF-${digits}` : typed.trim()
}

import type { FormText } from '@/components/form/form-text'
import type { NewsletterVariant } from '@/modules/newsletter/rules/subscription'
import { api, ApiError } from '@/platform/http/api-client'
import { showToast } from '@/ui/toast'

const connectionMessage = 'Something went wrong. Check your connection and try again.'

/** A helpful message beside the form: the toast's text is the specification's, and the same for every error. */
const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return connectionMessage
  if (error.status === 429) return 'Too many attempts. Please try again in an hour.'
  return (
    Object.values(error.fields ?? {})[0] ??
    'Something went wrong on our side. Please try again in a moment.'
  )
}

export type SubscribeResult = { success?: string; error?: string }

/**
 * Sends a newsletter sign-up and shows its toast (storefront specification 5 and 8).
 * @returns what to say beside the form; nothing when there was nothing to send. Never throws.
 */
export async function subscribe(form: NewsletterVariant, text: FormText): Promise<SubscribeResult> {
  const tribe = form === 'tribe'
  const email = text('email').trim()
  if (!email) {
    if (tribe)
      showToast({
        title: 'Email Required',
        text: 'Please enter your email address.',
        kind: 'error',
      })
    return {}
  }
  const body = {
    email,
    firstName: text('firstName').trim() || undefined,
    lastName: text('lastName').trim() || undefined,
    form,
  }
  try {
    const sent = await api<{ message: string }>('POST', '/api/newsletter/subscribe', body)
    showToast({
      title: tribe ? 'Welcome to the Tribe!' : 'Thank you for subscribing!',
      text: "You'll receive weekly reflections and updates.",
    })
    return { success: sent.message }
  } catch (error) {
    showToast({
      title: tribe ? 'Subscription Failed' : 'Subscription failed',
      text: 'Please try again later.',
      kind: 'error',
    })
    return { error: messageOf(error) }
  }
}

import { useId } from 'react'

import { NameFields } from '@/components/form/name-fields'
import { consentWordings, type NewsletterVariant } from '@/modules/newsletter/rules/subscription'
import { buttonClass } from '@/ui/button'
import { TextField } from '@/ui/form-fields'

import { SubscribeForm } from './subscribe-form'

/** Default: on a picture. Minimal: in the footer. Inline: in an article. Tribe: on the dark picture. */
const variants = {
  default: {
    form: 'grid gap-3 sm:grid-cols-[1fr_auto]',
    field:
      'border-[#55675a] bg-[rgb(252_252_246/.94)] text-[#17241d] placeholder:text-[#59675d] focus:border-[#17241d]',
    button: 'night',
    label: 'Subscribe',
    note: 'justify-self-start rounded-block bg-[rgb(252_252_246/.94)] px-3 py-2 text-[#17241d]',
  },
  minimal: {
    form: 'mt-7 grid max-w-[26rem] grid-cols-[1fr_auto] gap-2.5 max-[18rem]:grid-cols-1',
    field: 'border-[#8fa393] bg-transparent text-bone placeholder:text-bone-soft focus:border-bone',
    button: 'sun',
    label: 'Subscribe',
    note: 'text-bone-soft',
  },
  inline: {
    form: 'grid gap-3 sm:grid-cols-[1fr_auto]',
    field: '',
    button: 'solid',
    label: 'Subscribe',
    note: 'text-ink-soft',
  },
  tribe: {
    form: 'grid gap-3 sm:grid-cols-[1fr_auto]',
    field:
      'border-[#8fa393] bg-[rgb(12_20_16/.72)] text-bone placeholder:text-bone-soft focus:border-bone',
    button: 'sun',
    label: 'Join the Tribe',
    note: 'text-bone',
  },
} as const satisfies Record<
  NewsletterVariant,
  { form: string; field: string; button: string; label: string; note: string }
>

/**
 * Subscribes to the newsletter, with a confirmation by email. Below are the consent and then the result. The fields
 * come from the server, so that only what sends them is script.
 */
export function NewsletterForm({ variant = 'default' }: { variant?: NewsletterVariant }) {
  const id = useId()
  const { form, field, button, label, note } = variants[variant]
  const asksName = variant === 'default' || variant === 'tribe'
  return (
    <SubscribeForm
      variant={variant}
      className={form}
      label={label}
      buttonClassName={buttonClass({ variant: button, className: 'self-end' })}
      noteClassName={note}
      note={
        <>
          <p id={`${id}-note`}>{consentWordings[variant]}</p>
          <noscript>
            <p className="font-semibold">
              This form needs JavaScript. Please turn it on, or email us and we’ll add you.
            </p>
          </noscript>
        </>
      }
    >
      {asksName ? (
        <NameFields
          className="col-span-full grid gap-3 sm:grid-cols-2"
          ids={{ firstName: `${id}-first`, lastName: `${id}-last` }}
          maxLength={100}
          inputClassName={field}
        />
      ) : null}
      <TextField
        id={`${id}-email`}
        label={variant === 'minimal' ? 'A quiet email, once a week' : 'Email'}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        placeholder="you@example.com"
        inputClassName={field}
        aria-describedby={`${id}-note`}
      />
    </SubscribeForm>
  )
}

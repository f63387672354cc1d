'use client'
import { useState } from 'react'

import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { Section } from '@/components/layout/section'
import { api } from '@/platform/http/api-client'
import { pluralize } from '@/platform/pluralize'
import { FormError } from '@/ui/form-error'
import { Checkbox } from '@/ui/form-fields'

type Props = {
  orderNumber: string
  /** From the link of the order; undefined for the signed-in customer. */
  orderKey: string | undefined
  initial: boolean
  /** Days after the delivery. */
  days: number
}

/** Lets a buyer ask for one reminder to review an order. It is never checked in advance. */
export function ReviewEmailChoice({ orderNumber, orderKey: key, initial, days }: Props) {
  const [wanted, setWanted] = useState(initial)
  const { busy, message, submit } = useSubmit(errorMessage)
  const choose = (next: boolean): void => {
    if (busy) return
    setWanted(next)
    void submit(
      async () => {
        await api('PUT', `/api/orders/${orderNumber}/review-email`, { key, wanted: next })
      },
      { onError: () => setWanted(!next) },
    )
  }
  return (
    <Section id="review-email" title="Leave a review later?" className="print:hidden">
      <div className="mt-3 grid gap-2">
        <Checkbox
          label={`Email me once, ${pluralize(days, 'day')} after delivery, so I can review my order`}
          checked={wanted}
          onChange={({ currentTarget }) => choose(currentTarget.checked)}
        />
        <p className="text-small text-ink-soft" role="status">
          {wanted
            ? 'We’ll send one reminder. Uncheck the box to cancel it.'
            : 'Only if you’d like. We won’t email you about reviews otherwise.'}
        </p>
        <FormError>{message}</FormError>
      </div>
    </Section>
  )
}

import { useRouter } from 'next/navigation'

import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { api, ApiError } from '@/platform/http/api-client'
import { showToast } from '@/ui/toast'

import { useFirstFieldFocus } from './use-in-place-form'

export type ChangeTarget = {
  orderNumber: string
  /** From the link of the order; absent for the signed-in customer. */
  orderKey: string | undefined
}

/** What a change costs that has to be paid first. */
export type ChangeCost = { text: string; amount: string }

const hasAmount = (body: unknown): body is { amount: string } =>
  typeof body === 'object' && body !== null && 'amount' in body && typeof body.amount === 'string'

const costOf = (error: unknown): ChangeCost | null =>
  error instanceof ApiError && hasAmount(error.body)
    ? { text: error.sentence, amount: error.body.amount }
    : null

/** Sends a change, and shows the order as it is afterwards, also if the change was refused. */
export function useOrderChange(onDone: () => void) {
  const router = useRouter()
  const submission = useSubmit(errorMessage)
  useFirstFieldFocus(submission.form)
  return {
    ...submission,
    /** @param onCost takes what has to be paid first, in place of a message */
    send: (
      method: 'PUT' | 'POST',
      path: string,
      body: object,
      title: string,
      onCost?: (cost: ChangeCost) => void,
    ): void =>
      void submission.submit(async () => {
        try {
          await api(method, path, body).finally(() => router.refresh())
        } catch (error) {
          const cost = onCost && costOf(error)
          if (!cost) throw error
          onCost(cost)
          return
        }
        showToast({ title })
        onDone()
      }),
    /** Starts a payment, and goes to the page where it is made. */
    pay: (path: string, body: object, onRefused?: () => void): void =>
      void submission.submit(async () => {
        const payment = await api<{ path: string }>('POST', path, body).catch((error: unknown) => {
          router.refresh()
          onRefused?.()
          throw error
        })
        window.location.assign(payment.path)
        return 'leaving'
      }),
  }
}

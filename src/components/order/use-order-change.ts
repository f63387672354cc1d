import { useRouter } from 'next/navigation'

import { errorMessage, useSubmit } from '@/components/form/use-submit'
import { api } from '@/platform/http/api-client'
import { showToast } from '@/ui/toast'

export type ChangeTarget = {
  orderNumber: string
  /** From the link of the order; absent for the signed-in customer. */
  orderKey: string | undefined
}

/** Sends a change, and shows the order as it is afterwards, also if the change was refused. */
export function useOrderChange(onDone: () => void) {
  const router = useRouter()
  const submission = useSubmit(errorMessage)
  return {
    ...submission,
    send: (method: 'PUT' | 'POST', path: string, body: object, title: string): void =>
      void submission.submit(async () => {
        await api(method, path, body).finally(() => router.refresh())
        showToast({ title })
        onDone()
      }),
    /** Starts a payment, and goes to the page where it is made. */
    pay: (path: string, body: object): void =>
      void submission.submit(async () => {
        const payment = await api<{ path: string }>('POST', path, body).catch((error: unknown) => {
          router.refresh()
          throw error
        })
        window.location.assign(payment.path)
        return 'leaving'
      }),
  }
}

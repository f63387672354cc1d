import { verifyMailServer } from '@/platform/email/send'
import type { PaymentProvider } from '@/providers/interfaces'

/** Milliseconds that one service may take to answer. */
const patience = 4000

/** Null when all is well, otherwise why not. */
export type ServiceStatus = { mail: string | null; payments: string | null }

const reasonOf = async (asked: Promise<unknown>): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It does not answer.')), patience)
  })
  try {
    await Promise.race([asked, late])
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'It does not answer.'
  } finally {
    clearTimeout(timer)
  }
}

/** Whether mails can go out and payments be opened at this moment: asked of the mail server and of PayPal, nothing is sent or charged. */
export async function checkServices(payments: PaymentProvider): Promise<ServiceStatus> {
  const [mail, paying] = await Promise.all([
    reasonOf(verifyMailServer()),
    reasonOf(payments.getBrowserSetup()),
  ])
  return { mail, payments: paying }
}

import { verifyMailServer } from '@/platform/email/send'
import type { PaymentProvider } from '@/providers/interfaces'

/** Milliseconds that a service may take to respond. */
const timeoutMs = 4000

/** Null if the service works, otherwise its error. */
type ServiceStatus = { mail: string | null; payments: string | null }

const getFailure = async (check: Promise<unknown>): Promise<string | null> => {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It isn’t responding.')), timeoutMs)
  })
  try {
    await Promise.race([check, timeout])
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'It isn’t responding.'
  } finally {
    clearTimeout(timer)
  }
}

/** Checks that the mail server and PayPal respond. Nothing is sent or charged. */
export async function checkServices(payments: PaymentProvider): Promise<ServiceStatus> {
  const [mail, paymentFailure] = await Promise.all([
    getFailure(verifyMailServer()),
    getFailure(payments.getBrowserSetup()),
  ])
  return { mail, payments: paymentFailure }
}

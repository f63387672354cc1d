import { env } from '../env'
import { createPayPal } from './paypal/client'
import type { PaymentProvider } from './types'

/** PayPal's own addresses (REST, browser script). In rehearsal both are the local double. */
const addresses = {
  live: { baseUrl: 'https://api-m.paypal.com', sdkUrl: 'https://www.paypal.com/web-sdk/v6/core' },
  sandbox: { baseUrl: 'https://api-m.sandbox.paypal.com', sdkUrl: 'https://www.sandbox.paypal.com/web-sdk/v6/core' },
}

const rehearsalAddresses = (baseUrl: string) => {
  const browserUrl = new URL(baseUrl)
  browserUrl.hostname = 'localhost'
  return { baseUrl, sdkUrl: new URL('/web-sdk/v6/core', browserUrl).href }
}

/** Everything outside, built once per process from the environment. The only place where clients are constructed. */
export type Providers = { payments: PaymentProvider }

let built: Providers | undefined

export const getProviders = (): Providers => {
  built ??= {
    payments: createPayPal({
      environment: env.PAYPAL_ENVIRONMENT,
      clientId: env.PAYPAL_CLIENT_ID,
      clientSecret: env.PAYPAL_CLIENT_SECRET,
      webhookId: env.PAYPAL_WEBHOOK_ID,
      brandName: 'Dayfern',
      ...(env.PAYPAL_ENVIRONMENT === 'rehearsal' ? rehearsalAddresses(env.PAYPAL_BASE_URL ?? '') : addresses[env.PAYPAL_ENVIRONMENT]),
    }),
  }
  return built
}

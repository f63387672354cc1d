import type { ConnectionKeyValues } from '@/platform/connections/definitions'
import { env, signInKeys } from '@/platform/env'
import type { IdentityProvider } from '@/platform/identity-providers'

import { createEtsy, type EtsyGateway } from './etsy/client'
import { createEtsyOAuth } from './etsy/oauth'
import { createFacebookPages } from './facebook/client'
import { createInstagram, type InstagramGateway } from './instagram/client'
import { createInstagramOAuth, type InstagramOAuth } from './instagram/oauth'
import { createInstagramPublishing } from './instagram/publishing-client'
import type { IdentityGateway, OAuthGateway, PaymentProvider } from './interfaces'
import { createLinkedIn } from './linkedin/client'
import { createMailchimp, type MailchimpGateway } from './mailchimp/client'
import { createPayPal } from './paypal/client'
import { createPrintful } from './printful/client'
import type { PrintfulGateway } from './printful/interface'
import { createFacebookSignIn } from './sign-in/facebook'
import { createGoogleSignIn } from './sign-in/google'
import { createTikTokSignIn } from './sign-in/tiktok'
import type { AppKeys, SocialNetwork } from './social-network'
import { createTikTok, type TikTokGateway } from './tiktok/client'
import { createTikTokOAuth } from './tiktok/oauth'
import { createX } from './x/client'

const googlePayUrl = 'https://pay.google.com/gp/p/js/pay.js'
/** URLs of PayPal's REST API and of the browser scripts; in demo mode the sandbox serves all of them. */
const paypalUrls = {
  live: {
    baseUrl: 'https://api-m.paypal.com',
    sdkUrl: 'https://www.paypal.com/web-sdk/v6/core',
    googlePayUrl,
  },
  sandbox: {
    baseUrl: 'https://api-m.sandbox.paypal.com',
    sdkUrl: 'https://www.sandbox.paypal.com/web-sdk/v6/core',
    googlePayUrl,
  },
}

const demoPaypalUrls = (baseUrl: string) => {
  const browserUrl = new URL(baseUrl)
  browserUrl.hostname = 'localhost'
  return {
    baseUrl,
    sdkUrl: new URL('/web-sdk/v6/core', browserUrl).href,
    googlePayUrl: new URL('/google-pay/pay.js', browserUrl).href,
  }
}

/** The clients of all external services. */
export type Providers = {
  payments: PaymentProvider
  /** Null for a sign-in provider whose keys are not set. */
  identities: Record<IdentityProvider, IdentityGateway | null>
  /** @param maxWaitMs the longest wait for the rate limit: shorter while someone waits for the response */
  printful: (keys: ConnectionKeyValues<'printful'>, maxWaitMs?: number) => PrintfulGateway
  etsy: (keys: ConnectionKeyValues<'etsy'>) => EtsyGateway
  instagram: InstagramGateway
  tiktok: TikTokGateway
  mailchimp: (keys: ConnectionKeyValues<'mailchimp'>) => MailchimpGateway
  /** Clients that connect the shop's own accounts and renew their tokens. */
  oauth: {
    etsy: (keys: ConnectionKeyValues<'etsy'>) => OAuthGateway
    instagram: (keys: ConnectionKeyValues<'instagram'>) => InstagramOAuth
    tiktok: (keys: ConnectionKeyValues<'tiktok'>) => OAuthGateway
  }
}

let providers: Providers | undefined

/** Builds the clients from the environment, once per process. No other file builds clients. */
export function getProviders(): Providers {
  providers ??= {
    payments: createPayPal({
      environment: env.PAYPAL_ENVIRONMENT,
      clientId: env.PAYPAL_CLIENT_ID,
      clientSecret: env.PAYPAL_CLIENT_SECRET,
      webhookId: env.PAYPAL_WEBHOOK_ID,
      brandName: 'Dayfern',
      ...(env.PAYPAL_ENVIRONMENT === 'demo'
        ? demoPaypalUrls(env.PAYPAL_BASE_URL ?? '')
        : paypalUrls[env.PAYPAL_ENVIRONMENT]),
    }),
    identities: {
      google: signInKeys.google && createGoogleSignIn(signInKeys.google),
      facebook: signInKeys.facebook && createFacebookSignIn(signInKeys.facebook),
      tiktok: signInKeys.tiktok && createTikTokSignIn(signInKeys.tiktok),
    },
    printful: ({ token, storeId }, maxWaitMs) =>
      createPrintful({ token, storeId, maxWaitMs, baseUrl: env.PRINTFUL_BASE_URL }),
    etsy: (keys) => createEtsy({ keys, baseUrl: env.ETSY_BASE_URL }),
    instagram: createInstagram({ baseUrl: env.INSTAGRAM_BASE_URL }),
    tiktok: createTikTok({ baseUrl: env.TIKTOK_CONTENT_BASE_URL }),
    mailchimp: ({ apiKey }) => createMailchimp({ apiKey, baseUrl: env.MAILCHIMP_BASE_URL }),
    oauth: {
      etsy: (keys) => createEtsyOAuth({ keys, baseUrl: env.ETSY_BASE_URL }),
      instagram: (keys) => createInstagramOAuth({ keys, baseUrl: env.INSTAGRAM_BASE_URL }),
      tiktok: (keys) => createTikTokOAuth({ keys, baseUrl: env.TIKTOK_CONTENT_BASE_URL }),
    },
  }
  return providers
}

/** Networks that posts are published to. `baseUrl` is set where the sandbox replaces them. */
const socialNetworks = {
  facebook: { create: createFacebookPages, baseUrl: env.FACEBOOK_PAGES_BASE_URL },
  instagram: { create: createInstagramPublishing, baseUrl: env.INSTAGRAM_BASE_URL },
  twitter: { create: createX, baseUrl: env.X_BASE_URL },
  linkedin: { create: createLinkedIn(env.LINKEDIN_API_VERSION), baseUrl: env.LINKEDIN_BASE_URL },
} satisfies Record<
  string,
  { create: (keys: AppKeys) => SocialNetwork; baseUrl: string | undefined }
>

export function createSocialNetwork(
  platform: keyof typeof socialNetworks,
  keys: Omit<AppKeys, 'baseUrl'>,
): { network: SocialNetwork; isFake: boolean } {
  const { create, baseUrl } = socialNetworks[platform]
  return { network: create({ ...keys, baseUrl }), isFake: baseUrl !== undefined }
}

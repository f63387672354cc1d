import type { Endpoint } from 'payload'
import { addressEndpoints } from './accounts/addresses'
import { customerOrderEndpoints } from './orders/customer-orders'
import { accountPrivacyEndpoints } from './privacy/account-privacy'
import { profileEndpoints } from './accounts/profile'
import { customerReviewEndpoints } from './reviews/customer-reviews'
import { savedItemEndpoints } from './accounts/saved-items'
import { securityEndpoints } from './accounts/security'
import { accountRecoveryEndpoints } from './accounts/account-recovery'
import { openApiEndpoints } from './shop/openapi'
import { adminApiKeyEndpoints } from './accounts/api-keys'
import { oauthEndpoints } from './integrations/oauth'
import { adminConnectionEndpoints } from './integrations/connections'
import { adminContentEndpoints } from './content/admin-content'
import { editingPresenceEndpoints } from './shop/editing-presence'
import { adminImportEndpoints } from './integrations/imports'
import { adminMailchimpEndpoints, mailchimpWebhooks } from './newsletter/mailchimp'
import { adminMediaEndpoints } from './media/media'
import { auditLogEndpoints } from './shop/audit-log'
import { adminOrderEndpoints } from './orders/admin-orders'
import { adminProductEndpoints } from './catalog/admin-products'
import { adminSearchEndpoints } from './shop/admin-search'
import { adminSocialEndpoints } from './social'
import { adminSettingsEndpoints } from './shop/settings'
import { adminCategoryEndpoints } from './catalog/admin-categories'
import { adminStatsEndpoints } from './shop/stats'
import { adminPrintfulEndpoints } from './fulfillment/printful'
import { adminSyncRunEndpoints } from './integrations/sync-runs'
import { adminUserEndpoints } from './accounts/users'
import { authenticationEndpoints } from './accounts/authentication'
import { productEndpoints } from './catalog/products'
import { checkoutEndpoints } from './checkout/checkout'
import { contentEndpoints } from './content/content'
import { customerEndpoints } from './accounts/customers'
import { contactEndpoints } from './shop/contact'
import { newsletterEndpoints } from './newsletter/newsletter'
import { sessionEndpoints } from './accounts/session'
import { socialSignInEndpoints } from './accounts/social-sign-in'
import { facebookDeletion, privacyEndpoints } from './privacy/data-requests'
import { printfulWebhook } from './fulfillment/printful-webhook'
import { paypalWebhook } from './checkout/paypal-webhook'

/** What a signed-in person may do with their own things. */
export const accountEndpoints: Endpoint[] = [
  ...profileEndpoints,
  ...customerOrderEndpoints,
  ...savedItemEndpoints,
  ...addressEndpoints,
  ...customerReviewEndpoints,
  ...accountPrivacyEndpoints,
  ...securityEndpoints,
]

/** The route table of the shop's own API. */
export const endpoints: Endpoint[] = [
  ...productEndpoints,
  ...openApiEndpoints,
  ...customerEndpoints,
  ...contentEndpoints,
  ...checkoutEndpoints,
  ...authenticationEndpoints,
  ...accountRecoveryEndpoints,
  ...socialSignInEndpoints,
  ...sessionEndpoints,
  ...contactEndpoints,
  ...newsletterEndpoints,
  ...accountEndpoints,
  ...adminContentEndpoints,
  ...editingPresenceEndpoints,
  ...adminMediaEndpoints,
  ...adminOrderEndpoints,
  ...adminSocialEndpoints,
  ...adminStatsEndpoints,
  ...adminCategoryEndpoints,
  ...adminSearchEndpoints,
  ...adminSettingsEndpoints,
  ...privacyEndpoints,
  facebookDeletion,
  ...adminUserEndpoints,
  ...auditLogEndpoints,
  ...adminApiKeyEndpoints,
  ...adminProductEndpoints,
  ...adminConnectionEndpoints,
  ...adminSyncRunEndpoints,
  ...adminImportEndpoints,
  ...adminPrintfulEndpoints,
  ...oauthEndpoints,
  ...adminMailchimpEndpoints,
  ...mailchimpWebhooks,
  paypalWebhook,
  printfulWebhook,
]

import type { Endpoint } from 'payload'

import { accountRecoveryEndpoints } from './accounts/account-recovery'
import { addressEndpoints } from './accounts/addresses'
import { adminApiKeyEndpoints } from './accounts/api-keys'
import { authenticationEndpoints } from './accounts/authentication'
import { listPreferencesEndpoints } from './accounts/list-preferences'
import { passkeyEndpoints } from './accounts/passkeys'
import { profileEndpoints } from './accounts/profile'
import { savedItemEndpoints } from './accounts/saved-items'
import { secondFactorEndpoints } from './accounts/second-factor'
import { securityEndpoints } from './accounts/security'
import { sessionEndpoints } from './accounts/session'
import { socialSignInEndpoints } from './accounts/social-sign-in'
import { staffInvitationEndpoints } from './accounts/staff-invitations'
import { adminUserEndpoints } from './accounts/users'
import { adminCategoryEndpoints } from './catalog/admin-categories'
import { adminProductEndpoints } from './catalog/admin-products'
import { adminSaleEndpoints } from './catalog/admin-sales'
import { productEndpoints } from './catalog/products'
import { appleDomainFileEndpoint } from './checkout/apple-domain-file'
import { checkoutEndpoints } from './checkout/checkout'
import { expressEndpoints } from './checkout/express'
import { paypalWebhook } from './checkout/paypal-webhook'
import { adminContentEndpoints } from './content/admin-content'
import { contentEndpoints } from './content/content'
import { adminDiscountEndpoints } from './discounts/admin-discounts'
import { adminDraftOrderEndpoints } from './draft-orders/admin-draft-orders'
import { adminPrintfulEndpoints } from './fulfillment/printful'
import { printfulWebhook } from './fulfillment/printful-webhook'
import { adminGiftCardEndpoints } from './gift-cards/admin-gift-cards'
import { giftCardCheckEndpoint } from './gift-cards/check-gift-card'
import { goLiveEndpoints } from './go-live/go-live'
import { adminConnectionEndpoints } from './integrations/connections'
import { adminImportEndpoints } from './integrations/imports'
import { oauthEndpoints } from './integrations/oauth'
import { adminSyncRunEndpoints } from './integrations/sync-runs'
import { adminMediaEndpoints } from './media/media'
import { adminMailchimpEndpoints, mailchimpWebhooks } from './newsletter/mailchimp'
import { newsletterEndpoints } from './newsletter/newsletter'
import { adminSubscriberEndpoints } from './newsletter/subscribers'
import { staffNotificationEndpoints } from './notifications/staff-notifications'
import { oneTimeEmailEndpoints } from './one-time-emails/one-time-emails'
import { adminCustomerEndpoints } from './orders/admin-customers'
import { adminOrderEndpoints } from './orders/admin-orders'
import { changeRequestEndpoints } from './orders/change-requests'
import { customerOrderEndpoints } from './orders/customer-orders'
import { accountPrivacyEndpoints } from './privacy/account-privacy'
import { adminDataRequestEndpoints } from './privacy/admin-data-requests'
import { facebookDeletion, privacyEndpoints } from './privacy/data-requests'
import { adminReturnEndpoints } from './returns/admin-returns'
import { returnPhotoEndpoints } from './returns/return-photos'
import { adminReviewEndpoints } from './reviews/admin-reviews'
import { customerReviewEndpoints } from './reviews/customer-reviews'
import { adminSearchEndpoints } from './shop/admin-search'
import { auditLogEndpoints } from './shop/audit-log'
import { contactEndpoints } from './shop/contact'
import { editingPresenceEndpoints } from './shop/editing-presence'
import { healthEndpoints } from './shop/health'
import { adminMessageEndpoints } from './shop/messages'
import { openApiEndpoints } from './shop/openapi'
import { reportEndpoints } from './shop/reports'
import { searchSuggestionEndpoints } from './shop/search-suggestions'
import { adminSettingsEndpoints } from './shop/settings'
import { adminStatsEndpoints } from './shop/stats'
import { adminSocialAccountEndpoints } from './social/accounts'
import { adminSocialPostEndpoints } from './social/posts'

/** Calls of signed-in users for their own data. */
const accountEndpoints: Endpoint[] = [
  ...profileEndpoints,
  ...customerOrderEndpoints,
  ...savedItemEndpoints,
  ...addressEndpoints,
  ...customerReviewEndpoints,
  ...accountPrivacyEndpoints,
  ...securityEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
]

/** The route table of the shop's own API. Payload tries paths in this order. */
export const endpoints: Endpoint[] = [
  ...productEndpoints,
  ...openApiEndpoints,
  ...contentEndpoints,
  ...searchSuggestionEndpoints,
  ...checkoutEndpoints,
  giftCardCheckEndpoint,
  paypalWebhook,
  appleDomainFileEndpoint,
  ...expressEndpoints,
  ...authenticationEndpoints,
  ...accountRecoveryEndpoints,
  ...socialSignInEndpoints,
  ...sessionEndpoints,
  ...contactEndpoints,
  ...newsletterEndpoints,
  ...oneTimeEmailEndpoints,
  ...accountEndpoints,
  ...adminContentEndpoints,
  ...editingPresenceEndpoints,
  ...listPreferencesEndpoints,
  ...staffNotificationEndpoints,
  ...adminMediaEndpoints,
  ...adminOrderEndpoints,
  ...changeRequestEndpoints,
  ...adminDraftOrderEndpoints,
  ...adminCustomerEndpoints,
  ...adminReturnEndpoints,
  ...returnPhotoEndpoints,
  ...adminSocialPostEndpoints,
  ...adminSocialAccountEndpoints,
  ...adminStatsEndpoints,
  ...reportEndpoints,
  ...adminCategoryEndpoints,
  ...adminDiscountEndpoints,
  ...adminGiftCardEndpoints,
  ...adminSaleEndpoints,
  ...adminSearchEndpoints,
  ...adminSettingsEndpoints,
  ...privacyEndpoints,
  facebookDeletion,
  ...staffInvitationEndpoints,
  ...adminUserEndpoints,
  ...adminReviewEndpoints,
  ...adminMessageEndpoints,
  ...adminSubscriberEndpoints,
  ...adminDataRequestEndpoints,
  ...auditLogEndpoints,
  ...healthEndpoints,
  ...goLiveEndpoints,
  ...adminApiKeyEndpoints,
  ...adminProductEndpoints,
  ...adminConnectionEndpoints,
  ...adminSyncRunEndpoints,
  ...adminImportEndpoints,
  ...adminPrintfulEndpoints,
  ...oauthEndpoints,
  ...adminMailchimpEndpoints,
  ...mailchimpWebhooks,
  printfulWebhook,
]

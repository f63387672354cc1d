import type { Endpoint } from 'payload'
import { accountRecoveryEndpoints } from './account-recovery'
import { documentEndpoints } from './api-document'
import { adminApiKeyEndpoints } from './admin/api-keys'
import { connectEndpoints } from './admin/connect'
import { adminConnectionEndpoints } from './admin/connections'
import { adminContentEndpoints } from './admin/content'
import { editingEndpoints } from './admin/editing'
import { adminImportEndpoints } from './admin/imports'
import { adminMailchimpEndpoints, mailchimpWebhooks } from './admin/mailchimp'
import { adminMediaEndpoints } from './admin/media'
import { adminDeskEndpoints } from './admin/desks'
import { adminOrderEndpoints } from './admin/orders'
import { adminProductEndpoints } from './admin/products'
import { adminSearchEndpoints } from './admin/search'
import { adminSocialEndpoints } from './admin/social'
import { adminSettingsEndpoints } from './admin/settings'
import { adminCategoryEndpoints } from './admin/categories'
import { adminStatsEndpoints } from './admin/stats'
import { adminPrintfulEndpoints } from './admin/printful'
import { adminSyncRunEndpoints } from './admin/sync-runs'
import { adminUserEndpoints } from './admin/users'
import { authEndpoints } from './auth'
import { catalogueEndpoints } from './catalogue'
import { checkoutEndpoints } from './checkout'
import { contentEndpoints } from './content'
import { customerEndpoints } from './customers'
import { ownEndpoints } from './account/index'
import { contactEndpoints } from './contact'
import { newsletterEndpoints } from './newsletter'
import { sessionEndpoints } from './session'
import { socialSignInEndpoints } from './social-sign-in'
import { facebookDeletion, privacyEndpoints } from './privacy'
import { printfulWebhook } from './printful-webhook'
import { paypalWebhook } from './webhooks'

/** The route table of the shop's own API. */
export const endpoints: Endpoint[] = [
  ...catalogueEndpoints,
  ...documentEndpoints,
  ...customerEndpoints,
  ...contentEndpoints,
  ...checkoutEndpoints,
  ...authEndpoints,
  ...accountRecoveryEndpoints,
  ...socialSignInEndpoints,
  ...sessionEndpoints,
  ...contactEndpoints,
  ...newsletterEndpoints,
  ...ownEndpoints,
  ...adminContentEndpoints,
  ...editingEndpoints,
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
  ...adminDeskEndpoints,
  ...adminApiKeyEndpoints,
  ...adminProductEndpoints,
  ...adminConnectionEndpoints,
  ...adminSyncRunEndpoints,
  ...adminImportEndpoints,
  ...adminPrintfulEndpoints,
  ...connectEndpoints,
  ...adminMailchimpEndpoints,
  ...mailchimpWebhooks,
  paypalWebhook,
  printfulWebhook,
]

'use client'
import dynamic from 'next/dynamic'
import { type ComponentProps, lazy, Suspense } from 'react'

import { retriable } from './retriable'

/*
 * Large client components of single screens, each in a chunk of its own. All screens of the admin are one Next page, which
 * would load them everywhere, and a dynamic import in a server component doesn't split client components. What a document's
 * form needs from the first key press (autosave, guard, fields) stays out of here: it would miss what is typed meanwhile.
 */

export const LazyPasskeyLogin = dynamic(
  retriable(() => import('./account/passkey-login').then((loaded) => loaded.PasskeyLogin)),
)
export const LazyPasskeysPanel = dynamic(
  retriable(() => import('./account/passkeys-panel').then((loaded) => loaded.PasskeysPanel)),
)
export const LazyTaxCertificate = dynamic(
  retriable(() => import('./customers/tax-certificate').then((loaded) => loaded.TaxCertificate)),
)
export const LazyCalendar = dynamic(
  retriable(() => import('./social/calendar').then((loaded) => loaded.Calendar)),
)
export const LazyShareForm = dynamic(
  retriable(() => import('./social/share-form').then((loaded) => loaded.ShareForm)),
)
export const LazyProductForm = dynamic(
  retriable(() => import('./products/product-form').then((loaded) => loaded.ProductForm)),
)
export const LazyDiscountForm = dynamic(
  retriable(() => import('./discounts/discount-form').then((loaded) => loaded.DiscountForm)),
)
export const LazyMediaLibrary = dynamic(
  retriable(() => import('./media/media-library').then((loaded) => loaded.MediaLibrary)),
)
export const LazyBulkContentActions = dynamic(
  retriable(() =>
    import('./content/bulk-content-actions').then((loaded) => loaded.BulkContentActions),
  ),
)
// Its address is random, and a page from the server would have another one.
export const LazyPreviewLinks = dynamic(
  retriable(() => import('./content/preview-links').then((loaded) => loaded.PreviewLinks)),
  { ssr: false },
)
export const LazySaveErrorNotice = dynamic(
  retriable(() => import('./document/save-error-notice').then((loaded) => loaded.SaveErrorNotice)),
)
export const LazyInviteStaff = dynamic(
  retriable(() => import('./users/invite-staff').then((loaded) => loaded.InviteStaff)),
)
export const LazySettingsForm = dynamic(
  retriable(() => import('./settings/settings-form').then((loaded) => loaded.SettingsForm)),
)
export const LazyPostDeliveries = dynamic(
  retriable(() => import('./social/post-deliveries').then((loaded) => loaded.PostDeliveries)),
)
export const LazyImportProductsDialog = dynamic(
  retriable(() =>
    import('./products/import-products-dialog').then((loaded) => loaded.ImportProductsDialog),
  ),
)
export const LazyBulkActions = dynamic(
  retriable(() => import('./products/bulk-actions').then((loaded) => loaded.BulkActions)),
)
export const LazyGoLiveList = dynamic(
  retriable(() => import('./go-live/go-live-list').then((loaded) => loaded.GoLiveList)),
)
export const LazyNewSale = dynamic(
  retriable(() => import('./discounts/new-sale').then((loaded) => loaded.NewSale)),
)
export const LazyDiscountCodes = dynamic(
  retriable(() => import('./discounts/discount-codes').then((loaded) => loaded.DiscountCodes)),
)
export const LazyDeleteDiscount = dynamic(
  retriable(() => import('./discounts/discount-codes').then((loaded) => loaded.DeleteDiscount)),
)
export const LazyUserActions = dynamic(
  retriable(() => import('./users/user-actions').then((loaded) => loaded.UserActions)),
)
export const LazyDraftOrderForm = dynamic(
  retriable(() =>
    import('./draft-orders/draft-order-form').then((loaded) => loaded.DraftOrderForm),
  ),
)
export const LazyBulkOrderActions = dynamic(
  retriable(() => import('./orders/bulk-order-actions').then((loaded) => loaded.BulkOrderActions)),
)
export const LazyFulfillmentActions = dynamic(
  retriable(() =>
    import('./printful/fulfillment-actions').then((loaded) => loaded.FulfillmentActions),
  ),
)
export const LazyAccountActions = dynamic(
  retriable(() => import('./social/account-actions').then((loaded) => loaded.AccountActions)),
)
export const LazyNetworkCredentials = dynamic(
  retriable(() =>
    import('./social/network-credentials').then((loaded) => loaded.NetworkCredentials),
  ),
)
export const LazyReturnActions = dynamic(
  retriable(() => import('./returns/return-actions').then((loaded) => loaded.ReturnActions)),
)
export const LazyReturnPhotos = dynamic(
  retriable(() => import('./returns/return-photos').then((loaded) => loaded.ReturnPhotos)),
)
export const LazyRefundDialog = dynamic(
  retriable(() => import('./orders/refund-dialog').then((loaded) => loaded.RefundDialog)),
)
export const LazyRefundItemsDialog = dynamic(
  retriable(() =>
    import('./orders/refund-items-dialog').then((loaded) => loaded.RefundItemsDialog),
  ),
)
export const LazyReplaceItemsDialog = dynamic(
  retriable(() =>
    import('./orders/replace-items-dialog').then((loaded) => loaded.ReplaceItemsDialog),
  ),
)
export const LazySwapItemDialog = dynamic(
  retriable(() =>
    import('./orders/changes/swap-item-dialog').then((loaded) => loaded.SwapItemDialog),
  ),
)
export const LazyAddressDialog = dynamic(
  retriable(() => import('./orders/changes/address-dialog').then((loaded) => loaded.AddressDialog)),
)
export const LazyCreateApiKey = dynamic(
  retriable(() => import('./api-keys/create-api-key').then((loaded) => loaded.CreateApiKey)),
)
export const LazyCreateDataRequest = dynamic(
  retriable(() =>
    import('./data-requests/create-data-request').then((loaded) => loaded.CreateDataRequest),
  ),
)
export const LazyMarginCalculator = dynamic(
  retriable(() => import('./printful/margin-calculator').then((loaded) => loaded.MarginCalculator)),
)
export const LazyCampaignDraftPanel = dynamic(
  retriable(() =>
    import('./newsletter/campaign-draft-panel').then((loaded) => loaded.CampaignDraftPanel),
  ),
)
export const LazyEtsyImportPanel = dynamic(
  retriable(() => import('./imports/etsy-import-panel').then((loaded) => loaded.EtsyImportPanel)),
)
export const LazyIssueGiftCard = dynamic(
  retriable(() => import('./gift-cards/issue-gift-card').then((loaded) => loaded.IssueGiftCard)),
)
export const LazyOrderGiftCards = dynamic(
  retriable(() => import('./gift-cards/order-gift-cards').then((loaded) => loaded.OrderGiftCards)),
)
export const LazyNotificationChoicesForm = dynamic(
  retriable(() =>
    import('./notifications/notification-choices-form').then(
      (loaded) => loaded.NotificationChoicesForm,
    ),
  ),
)
export const LazyConnectionActions = dynamic(
  retriable(() =>
    import('./integrations/connection-actions').then((loaded) => loaded.ConnectionActions),
  ),
)
export const LazyCategoryDialog = dynamic(
  retriable(() => import('./categories/category-dialog').then((loaded) => loaded.CategoryDialog)),
)
export const LazyDeleteCategory = dynamic(
  retriable(() => import('./categories/delete-category').then((loaded) => loaded.DeleteCategory)),
)
export const LazyReviewActions = dynamic(
  retriable(() => import('./reviews/review-actions').then((loaded) => loaded.ReviewActions)),
)
export const LazyDataRequestActions = dynamic(
  retriable(() =>
    import('./data-requests/data-request-actions').then((loaded) => loaded.DataRequestActions),
  ),
)
export const LazyProductSyncPanel = dynamic(
  retriable(() =>
    import('./printful/product-sync-panel').then((loaded) => loaded.ProductSyncPanel),
  ),
)
export const LazySyncProductsButton = dynamic(
  retriable(() =>
    import('./products/sync-products-button').then((loaded) => loaded.SyncProductsButton),
  ),
)
export const LazyPostsImportPanel = dynamic(
  retriable(() => import('./imports/posts-import-panel').then((loaded) => loaded.PostsImportPanel)),
)
export const LazyPostActions = dynamic(
  retriable(() => import('./social/post-actions').then((loaded) => loaded.PostActions)),
)
export const LazyInstagramTokenPanel = dynamic(
  retriable(() =>
    import('./imports/instagram-token-panel').then((loaded) => loaded.InstagramTokenPanel),
  ),
)
export const LazyAudienceSyncPanel = dynamic(
  retriable(() =>
    import('./mailchimp/audience-sync-panel').then((loaded) => loaded.AudienceSyncPanel),
  ),
)

/** Not with next/dynamic: Next would preload a chunk of the editor that the build doesn't write. */
const loadEditor = retriable(() =>
  import('./content/rich-text-editor').then((loaded) => loaded.RichTextEditor),
)
const RichTextEditor = lazy(() => loadEditor().then((editor) => ({ default: editor })))
export function LazyRichTextEditor(props: ComponentProps<typeof RichTextEditor>) {
  return (
    <Suspense>
      <RichTextEditor {...props} />
    </Suspense>
  )
}

'use client'
import dynamic from 'next/dynamic'
import { type ComponentProps, lazy, Suspense } from 'react'

/*
 * Large client components of single screens, each in a chunk of its own. All screens of the admin are one Next page, which
 * would load them everywhere, and a dynamic import in a server component doesn't split client components. What a document's
 * form needs from the first key press (autosave, guard, fields) stays out of here: it would miss what is typed meanwhile.
 */

export const LazyPasskeyLogin = dynamic(() =>
  import('./account/passkey-login').then((loaded) => loaded.PasskeyLogin),
)
export const LazyPasskeysPanel = dynamic(() =>
  import('./account/passkeys-panel').then((loaded) => loaded.PasskeysPanel),
)
export const LazyTaxCertificate = dynamic(() =>
  import('./customers/tax-certificate').then((loaded) => loaded.TaxCertificate),
)
export const LazyCalendar = dynamic(() =>
  import('./social/calendar').then((loaded) => loaded.Calendar),
)
export const LazyShareForm = dynamic(() =>
  import('./social/share-form').then((loaded) => loaded.ShareForm),
)
export const LazyProductForm = dynamic(() =>
  import('./products/product-form').then((loaded) => loaded.ProductForm),
)
export const LazyDiscountForm = dynamic(() =>
  import('./discounts/discount-form').then((loaded) => loaded.DiscountForm),
)
export const LazyMediaLibrary = dynamic(() =>
  import('./media/media-library').then((loaded) => loaded.MediaLibrary),
)
export const LazyBulkContentActions = dynamic(() =>
  import('./content/bulk-content-actions').then((loaded) => loaded.BulkContentActions),
)
// Its address is random, and a page from the server would have another one.
export const LazyPreviewLinks = dynamic(
  () => import('./content/preview-links').then((loaded) => loaded.PreviewLinks),
  { ssr: false },
)
export const LazySaveErrorNotice = dynamic(() =>
  import('./document/save-error-notice').then((loaded) => loaded.SaveErrorNotice),
)
export const LazyInviteStaff = dynamic(() =>
  import('./users/invite-staff').then((loaded) => loaded.InviteStaff),
)
export const LazySettingsForm = dynamic(() =>
  import('./settings/settings-form').then((loaded) => loaded.SettingsForm),
)
export const LazyPostDeliveries = dynamic(() =>
  import('./social/post-deliveries').then((loaded) => loaded.PostDeliveries),
)
export const LazyImportProductsDialog = dynamic(() =>
  import('./products/import-products-dialog').then((loaded) => loaded.ImportProductsDialog),
)
export const LazyBulkActions = dynamic(() =>
  import('./products/bulk-actions').then((loaded) => loaded.BulkActions),
)
export const LazyGoLiveList = dynamic(() =>
  import('./go-live/go-live-list').then((loaded) => loaded.GoLiveList),
)
export const LazyNewSale = dynamic(() =>
  import('./discounts/new-sale').then((loaded) => loaded.NewSale),
)
export const LazyDiscountCodes = dynamic(() =>
  import('./discounts/discount-codes').then((loaded) => loaded.DiscountCodes),
)
export const LazyDeleteDiscount = dynamic(() =>
  import('./discounts/discount-codes').then((loaded) => loaded.DeleteDiscount),
)
export const LazyUserActions = dynamic(() =>
  import('./users/user-actions').then((loaded) => loaded.UserActions),
)
export const LazyDraftOrderForm = dynamic(() =>
  import('./draft-orders/draft-order-form').then((loaded) => loaded.DraftOrderForm),
)
export const LazyBulkOrderActions = dynamic(() =>
  import('./orders/bulk-order-actions').then((loaded) => loaded.BulkOrderActions),
)
export const LazyFulfillmentActions = dynamic(() =>
  import('./printful/fulfillment-actions').then((loaded) => loaded.FulfillmentActions),
)
export const LazyAccountActions = dynamic(() =>
  import('./social/account-actions').then((loaded) => loaded.AccountActions),
)
export const LazyNetworkCredentials = dynamic(() =>
  import('./social/network-credentials').then((loaded) => loaded.NetworkCredentials),
)
export const LazyReturnActions = dynamic(() =>
  import('./returns/return-actions').then((loaded) => loaded.ReturnActions),
)
export const LazyReturnPhotos = dynamic(() =>
  import('./returns/return-photos').then((loaded) => loaded.ReturnPhotos),
)
export const LazyRefundDialog = dynamic(() =>
  import('./orders/refund-dialog').then((loaded) => loaded.RefundDialog),
)
export const LazyRefundItemsDialog = dynamic(() =>
  import('./orders/refund-items-dialog').then((loaded) => loaded.RefundItemsDialog),
)
export const LazyReplaceItemsDialog = dynamic(() =>
  import('./orders/replace-items-dialog').then((loaded) => loaded.ReplaceItemsDialog),
)
export const LazySwapItemDialog = dynamic(() =>
  import('./orders/changes/swap-item-dialog').then((loaded) => loaded.SwapItemDialog),
)
export const LazyAddressDialog = dynamic(() =>
  import('./orders/changes/address-dialog').then((loaded) => loaded.AddressDialog),
)
export const LazyCreateApiKey = dynamic(() =>
  import('./api-keys/create-api-key').then((loaded) => loaded.CreateApiKey),
)
export const LazyCreateDataRequest = dynamic(() =>
  import('./data-requests/create-data-request').then((loaded) => loaded.CreateDataRequest),
)
export const LazyMarginCalculator = dynamic(() =>
  import('./printful/margin-calculator').then((loaded) => loaded.MarginCalculator),
)
export const LazyCampaignDraftPanel = dynamic(() =>
  import('./newsletter/campaign-draft-panel').then((loaded) => loaded.CampaignDraftPanel),
)
export const LazyEtsyImportPanel = dynamic(() =>
  import('./imports/etsy-import-panel').then((loaded) => loaded.EtsyImportPanel),
)
export const LazyIssueGiftCard = dynamic(() =>
  import('./gift-cards/issue-gift-card').then((loaded) => loaded.IssueGiftCard),
)
export const LazyOrderGiftCards = dynamic(() =>
  import('./gift-cards/order-gift-cards').then((loaded) => loaded.OrderGiftCards),
)
export const LazyNotificationChoicesForm = dynamic(() =>
  import('./notifications/notification-choices-form').then(
    (loaded) => loaded.NotificationChoicesForm,
  ),
)
export const LazyConnectionActions = dynamic(() =>
  import('./integrations/connection-actions').then((loaded) => loaded.ConnectionActions),
)
export const LazyCategoryDialog = dynamic(() =>
  import('./categories/category-dialog').then((loaded) => loaded.CategoryDialog),
)
export const LazyDeleteCategory = dynamic(() =>
  import('./categories/delete-category').then((loaded) => loaded.DeleteCategory),
)
export const LazyReviewActions = dynamic(() =>
  import('./reviews/review-actions').then((loaded) => loaded.ReviewActions),
)
export const LazyDataRequestActions = dynamic(() =>
  import('./data-requests/data-request-actions').then((loaded) => loaded.DataRequestActions),
)
export const LazyProductSyncPanel = dynamic(() =>
  import('./printful/product-sync-panel').then((loaded) => loaded.ProductSyncPanel),
)
export const LazySyncProductsButton = dynamic(() =>
  import('./products/sync-products-button').then((loaded) => loaded.SyncProductsButton),
)
export const LazyPostsImportPanel = dynamic(() =>
  import('./imports/posts-import-panel').then((loaded) => loaded.PostsImportPanel),
)
export const LazyPostActions = dynamic(() =>
  import('./social/post-actions').then((loaded) => loaded.PostActions),
)
export const LazyInstagramTokenPanel = dynamic(() =>
  import('./imports/instagram-token-panel').then((loaded) => loaded.InstagramTokenPanel),
)
export const LazyAudienceSyncPanel = dynamic(() =>
  import('./mailchimp/audience-sync-panel').then((loaded) => loaded.AudienceSyncPanel),
)

/** Not with next/dynamic: Next would preload a chunk of the editor that the build doesn't write. */
const RichTextEditor = lazy(() =>
  import('./content/rich-text-editor').then((loaded) => ({ default: loaded.RichTextEditor })),
)
export function LazyRichTextEditor(props: ComponentProps<typeof RichTextEditor>) {
  return (
    <Suspense>
      <RichTextEditor {...props} />
    </Suspense>
  )
}

'use client'
import dynamic from 'next/dynamic'

/*
 * Large client components of single screens, each in a chunk of its own. All screens of the admin are one Next page, which
 * would load them everywhere, and a dynamic import in a server component doesn't split client components.
 */

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
export const LazyInviteStaff = dynamic(() =>
  import('./users/invite-staff').then((loaded) => loaded.InviteStaff),
)
export const LazySettingsForm = dynamic(() =>
  import('./settings/settings-form').then((loaded) => loaded.SettingsForm),
)

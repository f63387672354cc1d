import type { Config } from 'payload'

import { env } from '@/platform/env'

type Views = NonNullable<NonNullable<NonNullable<Config['admin']>['components']>['views']>

/** `component` as 'orders/orders-screen#OrdersScreen'. */
const view = (path: string, title: string, component: string): Views[string] => ({
  Component: `/src/admin/${component}`,
  path: `/${path}`,
  exact: true,
  meta: { title },
})

/** Our components in Payload's panel. Paths, not imports: the import map under src/app/(payload) resolves them. */
export const panelComponents = {
  graphics: { Logo: '/src/admin/shell/brand#Logo', Icon: '/src/admin/shell/brand#Icon' },
  providers: [
    {
      path: '/src/admin/shop-time-zone#ShopTimeZoneProvider',
      clientProps: { timeZone: env.SHOP_TIME_ZONE },
    },
  ],
  Nav: '/src/admin/shell/nav#Nav',
  actions: ['/src/admin/shell/header#Header'],
  beforeLogin: ['/src/admin/shell/login#BeforeLogin'],
  afterLogin: ['/src/admin/shell/login#AfterLogin'],
  views: {
    dashboard: { Component: '/src/admin/dashboard/dashboard-screen#DashboardScreen' },
    account: { Component: '/src/admin/account/account-screen#AccountScreen' },
    reports: view('reports', 'Reports', 'reports/reports-screen#ReportsScreen'),
    orders: view('orders', 'Orders', 'orders/orders-screen#OrdersScreen'),
    order: view('orders/:id', 'Order', 'orders/order-screen#OrderScreen'),
    draftOrders: view(
      'draft-orders',
      'Draft orders',
      'draft-orders/draft-orders-screen#DraftOrdersScreen',
    ),
    draftOrder: view(
      'draft-orders/:id',
      'Draft order',
      'draft-orders/draft-order-screen#DraftOrderScreen',
    ),
    returns: view('returns', 'Returns', 'returns/returns-screen#ReturnsScreen'),
    packingSlip: view(
      'orders/:id/packing-slip',
      'Packing slip',
      'orders/packing-slip-screen#PackingSlipScreen',
    ),
    packingSlips: view(
      'packing-slips',
      'Packing slips',
      'orders/packing-slips-screen#PackingSlipsScreen',
    ),
    receipt: view('orders/:id/receipt', 'Receipt', 'orders/receipt-screen#ReceiptScreen'),
    content: view('content', 'Content', 'content/content-screen#ContentScreen'),
    contentVersions: view(
      'content/:id/versions',
      'Versions',
      'content/versions-screen#VersionsScreen',
    ),
    share: view('social/share/:id', 'Share', 'social/share-screen#ShareScreen'),
    social: view('social', 'Social media', 'social/social-screen#SocialScreen'),
    media: view('media', 'Media library', 'media/media-screen#MediaScreen'),
    products: view('products', 'Products', 'products/products-screen#ProductsScreen'),
    product: view('products/:id', 'Product', 'products/product-screen#ProductScreen'),
    reviews: view('reviews', 'Reviews', 'reviews/reviews-screen#ReviewsScreen'),
    messages: view('messages', 'Messages', 'messages/messages-screen#MessagesScreen'),
    customers: view('customers', 'Customers', 'customers/customers-screen#CustomersScreen'),
    customer: view('customers/:id', 'Customer', 'customers/customer-screen#CustomerScreen'),
    newsletter: view('newsletter', 'Newsletter', 'newsletter/newsletter-screen#NewsletterScreen'),
    dataRequests: view(
      'data-requests',
      'Data requests',
      'data-requests/data-requests-screen#DataRequestsScreen',
    ),
    audit: view('audit', 'Audit log', 'audit/audit-screen#AuditScreen'),
    goLive: view('go-live', 'Go live', 'go-live/go-live-screen#GoLiveScreen'),
    health: view('health', 'System status', 'health/health-screen#HealthScreen'),
    settings: view('settings', 'Settings', 'settings/settings-screen#SettingsScreen'),
    categories: view('categories', 'Categories', 'categories/categories-screen#CategoriesScreen'),
    giftCards: view('gift-cards', 'Gift cards', 'gift-cards/gift-cards-screen#GiftCardsScreen'),
    giftCard: view('gift-cards/:id', 'Gift card', 'gift-cards/gift-card-screen#GiftCardScreen'),
    discounts: view('discounts', 'Discounts', 'discounts/discounts-screen#DiscountsScreen'),
    discount: view('discounts/:id', 'Discount', 'discounts/discount-screen#DiscountScreen'),
    pages: view('pages', 'Pages', 'pages/pages-screen#PagesScreen'),
    apiKeys: view('api-keys', 'API keys', 'api-keys/api-keys-screen#ApiKeysScreen'),
    users: view('users', 'Users', 'users/users-screen#UsersScreen'),
    printful: view('printful', 'Printful', 'printful/printful-screen#PrintfulScreen'),
    printfulSync: view(
      'printful-sync',
      'Printful sync',
      'printful/printful-sync-screen#PrintfulSyncScreen',
    ),
    etsyImport: view('etsy-import', 'Etsy import', 'imports/etsy-import-screen#EtsyImportScreen'),
    instagramImport: view(
      'instagram-import',
      'Instagram import',
      'imports/instagram-import-screen#InstagramImportScreen',
    ),
    tiktokImport: view(
      'tiktok-import',
      'TikTok import',
      'imports/tiktok-import-screen#TikTokImportScreen',
    ),
    mailchimp: view('mailchimp', 'Mailchimp', 'mailchimp/mailchimp-screen#MailchimpScreen'),
    // Replace public pages of Payload's that are not used.
    unauthorized: { Component: '/src/admin/shell/unauthorized#Unauthorized' },
    forgot: { Component: '/src/admin/shell/login#ForgotPasswordRedirect' },
  },
} satisfies NonNullable<Config['admin']>['components']

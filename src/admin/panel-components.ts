import type { Config } from 'payload'

/** What of ours stands where in Payload's panel. Paths, not imports: the import map under src/app/(payload) resolves them. */
export const panelComponents = {
  graphics: { Logo: '/src/admin/shell/logo#Logo', Icon: '/src/admin/shell/mark#Mark' },
  Nav: '/src/admin/shell/nav#Nav',
  actions: ['/src/admin/shell/header-bar#HeaderBar'],
  beforeLogin: ['/src/admin/shell/login-words#BeforeLogin'],
  afterLogin: ['/src/admin/shell/login-words#AfterLogin'],
  views: {
    dashboard: { Component: '/src/admin/dashboard/dashboard-screen#DashboardScreen' },
    account: { Component: '/src/admin/account/account-screen#AccountScreen' },
    orders: { Component: '/src/admin/orders/orders-screen#OrdersScreen', path: '/orders', exact: true, meta: { title: 'Orders' } },
    order: { Component: '/src/admin/orders/order-screen#OrderScreen', path: '/orders/:id', exact: true, meta: { title: 'Order' } },
    packingSlip: { Component: '/src/admin/orders/packing-slip-screen#PackingSlipScreen', path: '/orders/:id/packing-slip', exact: true, meta: { title: 'Packing slip' } },
    content: { Component: '/src/admin/content/content-screen#ContentScreen', path: '/content', exact: true, meta: { title: 'Content' } },
    contentVersions: { Component: '/src/admin/content/versions-screen#VersionsScreen', path: '/content/:id/versions', exact: true, meta: { title: 'Versions' } },
    media: { Component: '/src/admin/media/media-screen#MediaScreen', path: '/media', exact: true, meta: { title: 'Media library' } },
    products: { Component: '/src/admin/products/products-screen#ProductsScreen', path: '/products', exact: true, meta: { title: 'Products' } },
    product: { Component: '/src/admin/products/product-screen#ProductScreen', path: '/products/:id', exact: true, meta: { title: 'Product' } },
    reviews: { Component: '/src/admin/reviews/reviews-screen#ReviewsScreen', path: '/reviews', exact: true, meta: { title: 'Reviews' } },
    messages: { Component: '/src/admin/messages/messages-screen#MessagesScreen', path: '/messages', exact: true, meta: { title: 'Messages' } },
    subscribers: { Component: '/src/admin/subscribers/subscribers-screen#SubscribersScreen', path: '/subscribers', exact: true, meta: { title: 'Subscribers' } },
    dataRequests: { Component: '/src/admin/data-requests/data-requests-screen#DataRequestsScreen', path: '/data-requests', exact: true, meta: { title: 'Data requests' } },
    audit: { Component: '/src/admin/audit/audit-screen#AuditScreen', path: '/audit', exact: true, meta: { title: 'Audit log' } },
    health: { Component: '/src/admin/health/health-screen#HealthScreen', path: '/health', exact: true, meta: { title: 'Health' } },
    apiKeys: { Component: '/src/admin/api-keys/api-keys-screen#ApiKeysScreen', path: '/api-keys', exact: true, meta: { title: 'API keys' } },
    users: { Component: '/src/admin/users/users-screen#UsersScreen', path: '/users', exact: true, meta: { title: 'Users' } },
    printful: { Component: '/src/admin/printful/printful-screen#PrintfulScreen', path: '/printful', exact: true, meta: { title: 'Printful' } },
    printfulSync: { Component: '/src/admin/printful-sync/printful-sync-screen#PrintfulSyncScreen', path: '/printful-sync', exact: true, meta: { title: 'Printful sync' } },
    etsyImport: { Component: '/src/admin/etsy-import/etsy-import-screen#EtsyImportScreen', path: '/etsy-import', exact: true, meta: { title: 'Etsy import' } },
    instagramImport: { Component: '/src/admin/instagram-import/instagram-import-screen#InstagramImportScreen', path: '/instagram-import', exact: true, meta: { title: 'Instagram import' } },
    tiktokImport: { Component: '/src/admin/tiktok-import/tiktok-import-screen#TikTokImportScreen', path: '/tiktok-import', exact: true, meta: { title: 'TikTok import' } },
    mailchimp: { Component: '/src/admin/mailchimp/mailchimp-screen#MailchimpScreen', path: '/mailchimp', exact: true, meta: { title: 'Mailchimp' } },
    // In place of pages of Payload's own that are open to everybody and read nothing.
    unauthorized: { Component: '/src/admin/shell/unauthorized#Unauthorized' },
    forgot: { Component: '/src/admin/shell/forgot#Forgot' },
  },
} satisfies NonNullable<Config['admin']>['components']

import type { Role } from '../../../src/domain/roles'

/**
 * Who may call what: one line for each door of the shop, written by hand and held against the shop by matrix.test.ts.
 * A door without a line, and a line without a door, fail there.
 */
export type StaffRole = Exclude<Role, 'customer'>
export type Rule =
  /** Nobody is turned away for who they are. */
  | { for: 'everybody' }
  /** Anybody with a live session; never a program. */
  | { for: 'people'; endsSession?: true }
  /** Signed in, and only whose thing it is: to everybody else it does not exist. */
  | { for: 'its owner'; body?: Record<string, unknown>; endsSession?: true }
  /** This role and those above it; programs with a key that has `key`, if any. */
  | { for: StaffRole; key: string | null }
  /** Only who knows a secret of ours and signs with it; `raw` is what somebody sends who does not. */
  | { for: 'signers'; raw: string; type: string }

const everybody: Rule = { for: 'everybody' }
const people: Rule = { for: 'people' }
const editor = (key: string | null): Rule => ({ for: 'editor', key })
const admin = (key: string | null): Rule => ({ for: 'admin', key })
const superAdmin = (key: string | null): Rule => ({ for: 'super_admin', key })

const address = { firstName: 'Wren', lastName: 'Okafor', address1: '18 Alder Lane', city: 'Ojai', stateCode: 'CA', countryCode: 'US', zip: '93023' }

export const calls: Record<string, Rule> = {
  'GET /api/products': everybody,
  'GET /api/products/:id': everybody,
  'GET /api/categories': everybody,
  'GET /api/openapi.json': everybody,
  'GET /api/content': everybody,
  'GET /api/content/:slug': everybody,
  'GET /api/content/slug/:slug': everybody,
  'PUT /api/content/:id/view': everybody,
  'POST /api/kept': everybody,
  'POST /api/cart/check': everybody,
  'GET /setup': everybody,
  'POST /order': everybody,
  'POST /api/orders': everybody,
  'POST /order/:id/capture': everybody,
  'POST /api/orders/find': everybody,
  'GET /api/orders/:orderNumber': everybody,
  'POST /api/customers': admin('orders:write'),
  'POST /api/contact': everybody,
  'POST /api/newsletter/subscribe': everybody,
  'POST /api/newsletter/confirm': everybody,
  'GET /api/newsletter/unsubscribe': everybody,
  'POST /api/newsletter/unsubscribe': everybody,
  'POST /api/privacy/deletion-requests': everybody,
  'POST /api/privacy/deletion-requests/:code/confirm': everybody,
  'POST /api/privacy/deletion-requests/:code/withdraw': everybody,

  'GET /api/auth/user': people,
  'POST /api/auth/local': everybody,
  'POST /api/auth/register': everybody,
  'POST /api/auth/forgot': everybody,
  'POST /api/auth/reset': everybody,
  'POST /api/auth/reset-with-code': everybody,
  'POST /api/auth/verify': everybody,
  'POST /api/auth/verify/resend': people,
  'GET /auth/:provider': everybody,
  'GET /auth/:provider/callback': everybody,
  'GET /api/logout': { for: 'everybody' },
  'POST /api/logout': { for: 'everybody' },

  'PATCH /api/account/profile': people,
  'POST /api/account/password': people,
  'POST /api/account/email': people,
  'POST /api/account/recovery-codes': people,
  'DELETE /api/account/identities/:provider': people,
  'DELETE /api/account/sessions': { for: 'people', endsSession: true },
  'DELETE /api/account/sessions/:id': { for: 'its owner', endsSession: true },
  'GET /api/account/addresses': people,
  'POST /api/account/addresses': people,
  'PUT /api/account/addresses/:id': { for: 'its owner', body: address },
  'PUT /api/account/addresses/:id/default': { for: 'its owner' },
  'DELETE /api/account/addresses/:id': { for: 'its owner' },
  'GET /api/account/orders': people,
  'GET /api/account/orders/:orderNumber': { for: 'its owner' },
  'GET /api/account/reviews': people,
  'POST /api/account/reviews': people,
  'PUT /api/account/reviews/:id': { for: 'its owner', body: { rating: 4, title: 'Soft', body: 'Still soft.' } },
  'DELETE /api/account/reviews/:id': { for: 'its owner' },
  'GET /api/account/saved': people,
  'POST /api/account/saved/merge': people,
  'PUT /api/account/saved/products/:id': people,
  'DELETE /api/account/saved/products/:id': people,
  'PUT /api/account/saved/content/:id': people,
  'DELETE /api/account/saved/content/:id': people,
  'GET /api/account/letters': people,
  'POST /api/account/letters': people,
  'DELETE /api/account/letters': people,
  'GET /api/account/export': people,
  'POST /api/account/deletion': people,
  'POST /api/account/deletion/withdraw': people,
  'POST /api/account/pause': { for: 'people', endsSession: true },

  'GET /api/admin/search': editor(null),
  'GET /api/admin/stats': admin('stats:read'),
  'GET /api/admin/stats/revenue': admin('stats:read'),
  'GET /api/admin/products': admin('products:write'),
  'POST /api/admin/products': admin('products:write'),
  'GET /api/admin/products/:id': admin('products:write'),
  'PUT /api/admin/products/:id': admin('products:write'),
  'DELETE /api/admin/products/:id': admin('products:write'),
  'POST /api/admin/products/:id/restore': admin('products:write'),
  'POST /api/admin/products/bulk': admin('products:write'),
  'GET /api/admin/products/export': admin('products:write'),
  'POST /api/admin/products/import': admin('products:write'),
  'GET /api/admin/orders': admin('orders:read'),
  'GET /api/admin/orders/:id': admin('orders:read'),
  'GET /api/admin/orders/export': admin('orders:read'),
  'PUT /api/admin/orders/:id': admin('orders:write'),
  'POST /api/admin/orders/:id/refund': admin('orders:write'),
  'POST /api/admin/orders/:id/resend': admin('orders:write'),
  'GET /api/admin/content': editor('content:write'),
  'POST /api/admin/content': editor('content:write'),
  'GET /api/admin/content/:id': editor('content:write'),
  'PUT /api/admin/content/:id': editor('content:write'),
  'DELETE /api/admin/content/:id': editor('content:write'),
  'POST /api/admin/content/:id/restore': editor('content:write'),
  'GET /api/admin/content/:id/versions': editor('content:write'),
  'POST /api/admin/content/:id/versions/:versionId/restore': editor('content:write'),
  'POST /api/admin/editing': editor(null),
  'GET /api/admin/media': editor('media:write'),
  'GET /api/admin/media/:id': editor('media:write'),
  'POST /api/admin/media/upload': editor('media:write'),
  'PUT /api/admin/media/:id': editor('media:write'),
  'DELETE /api/admin/media/:id': editor('media:write'),
  'POST /api/admin/media/:id/restore': editor('media:write'),
  'GET /api/admin/users': admin('users:read'),
  'PATCH /api/admin/users/:id': admin(null),
  'GET /api/admin/reviews': admin('reviews:write'),
  'PUT /api/admin/reviews/:id': admin('reviews:write'),
  'GET /api/admin/messages': admin('messages:read'),
  'PUT /api/admin/messages/:id': admin('messages:read'),
  'GET /api/admin/subscribers': admin('subscribers:read'),
  'GET /api/admin/subscribers/export': admin('subscribers:read'),
  'GET /api/admin/health': admin('users:activate'),
  'POST /api/admin/health/jobs/:id': admin('users:activate'),
  'GET /api/admin/connections': editor('posts:import'),
  'PUT /api/admin/connections/:provider': admin('integrations:use'),
  'DELETE /api/admin/connections/:provider': admin('integrations:use'),
  'POST /api/admin/connections/:provider/on': admin('integrations:use'),
  // Which role it takes depends on the service, and is said once the service is known.
  'GET /api/admin/connect/:provider': people,
  'GET /api/admin/connect/:provider/callback': everybody,
  'GET /api/admin/sync-runs/:id': editor('posts:import'),
  'GET /api/admin/sync-runs/:id/rows': editor('posts:import'),
  'POST /api/admin/sync-runs/:id/cancel': editor('posts:import'),
  'GET /api/admin/etsy/test': admin('integrations:use'),
  'POST /api/admin/etsy/import-all': admin('integrations:use'),
  'POST /api/admin/etsy/import-recovery': admin('integrations:use'),
  'GET /api/admin/instagram/test': editor('posts:import'),
  'POST /api/admin/instagram/import': editor('posts:import'),
  'POST /api/admin/connections/instagram/token': editor('posts:import'),
  'GET /api/admin/tiktok/test': editor('posts:import'),
  'POST /api/admin/tiktok/import': editor('posts:import'),
  'GET /api/admin/data-requests': superAdmin('privacy:write'),
  'PUT /api/admin/data-requests/:id': superAdmin('privacy:write'),
  'GET /api/admin/audit': superAdmin('audit:read'),
  'GET /api/admin/api-keys': superAdmin(null),
  'POST /api/admin/api-keys': superAdmin(null),
  'DELETE /api/admin/api-keys/:id': superAdmin(null),

  'POST /api/webhooks/paypal': { for: 'signers', raw: '{"id":"WH-1","event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{}}', type: 'application/json' },
  'POST /api/privacy/facebook-deletion': { for: 'signers', raw: 'signed_request=Zm9yZ2Vk.eyJ1c2VyX2lkIjoiMSJ9', type: 'application/x-www-form-urlencoded' },
}

/** Our screens of the panel, by their names in panel-components.ts, and the lowest role that sees them. */
export const screens: Record<string, StaffRole> = {
  dashboard: 'editor', account: 'editor',
  content: 'editor', contentVersions: 'editor', media: 'editor',
  products: 'admin', product: 'admin', orders: 'admin', order: 'admin', packingSlip: 'admin', reviews: 'admin', messages: 'admin', subscribers: 'admin', users: 'admin', health: 'admin',
  instagramImport: 'editor', tiktokImport: 'editor', printful: 'admin', printfulSync: 'admin', etsyImport: 'admin', mailchimp: 'admin',
  dataRequests: 'super_admin', audit: 'super_admin', apiKeys: 'super_admin',
}

/** Payload's REST under /cms/api: what staff may create, read, update and delete, a letter each. Others: nothing. */
export const rest: Record<string, Record<StaffRole, string>> = {
  users: { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  identities: { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  'account-tokens': { editor: '----', admin: '----', super_admin: '----' },
  addresses: { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  'saved-items': { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  'data-requests': { editor: '----', admin: '----', super_admin: '-r--' },
  'audit-events': { editor: '----', admin: '----', super_admin: '-r--' },
  'api-keys': { editor: '----', admin: '----', super_admin: '-r--' },
  products: { editor: '-r--', admin: 'crud', super_admin: 'crud' },
  categories: { editor: '-r--', admin: 'crud', super_admin: 'crud' },
  orders: { editor: '----', admin: '-r--', super_admin: '-r--' },
  payments: { editor: '----', admin: '-r--', super_admin: '-r--' },
  'order-events': { editor: '----', admin: '-r--', super_admin: '-r--' },
  reviews: { editor: '----', admin: '-rud', super_admin: '-rud' },
  'contact-messages': { editor: '----', admin: '-rud', super_admin: '-rud' },
  content: { editor: 'crud', admin: 'crud', super_admin: 'crud' },
  media: { editor: 'crud', admin: 'crud', super_admin: 'crud' },
  pages: { editor: '----', admin: '-ru-', super_admin: '-ru-' },
  subscribers: { editor: '----', admin: '-r--', super_admin: '-r--' },
  'subscriber-events': { editor: '----', admin: '-r--', super_admin: '-r--' },
  'social-posts': { editor: 'crud', admin: 'crud', super_admin: 'crud' },
  'social-deliveries': { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  'social-accounts': { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  connections: { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  'sync-runs': { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  'sync-rows': { editor: '-r--', admin: '-r--', super_admin: '-r--' },
  'webhook-events': { editor: '----', admin: '-r--', super_admin: '-r--' },
}

/** Pages outside the panel, by their folder: for everybody unless it says so. */
export const pages: Record<string, 'everybody' | 'people' | 'writers'> = {
  '/': 'everybody', '/member': 'everybody', '/about': 'everybody', '/api/docs': 'everybody', '/auth': 'everybody', '/auth/forgot': 'everybody', '/auth/login': 'everybody',
  '/auth/reset': 'everybody', '/auth/verify': 'everybody', '/login': 'everybody', '/blog/[slug]': 'everybody', '/blog/rss.xml': 'everybody', '/cart': 'everybody', '/checkout': 'everybody', '/contact': 'everybody',
  '/data-deletion': 'everybody', '/data-deletion/status': 'everybody', '/letters/confirm': 'everybody', '/letters/unsubscribe': 'everybody',
  '/listing/[search]/[category]/[price]/[sort]/[page]': 'everybody', '/orders/[orderNumber]': 'everybody', '/orders/find': 'everybody', '/privacy-policy': 'everybody', '/products/[id]': 'everybody',
  '/reading/[search]/[type]/[tag]/[sort]/[page]': 'everybody', '/reflecting/[tag]/[page]': 'everybody', '/reflections/[slug]': 'everybody', '/reflections/rss.xml': 'everybody', '/reflections/today': 'everybody',
  '/robots.txt': 'everybody', '/sitemap.xml': 'everybody', '/saved': 'everybody', '/size-guide': 'everybody', '/support': 'everybody', '/terms': 'everybody', '/tribe': 'everybody', '/[...missing]': 'everybody',
  '/account': 'people', '/account/addresses': 'people', '/account/letters': 'people', '/account/orders': 'people', '/account/orders/[orderNumber]': 'people', '/account/privacy': 'people',
  '/account/reviews': 'people', '/account/saved': 'people', '/account/security': 'people',
  '/preview/content/[id]': 'writers',
}

const to = (source: string, destination: string) => ({ source: `/admin/collections/${source}`, destination: `/admin/${destination}`, permanent: false })
const id = ':id(\\d+)'

/** Payload's own pages of what has a screen of ours lead to that screen: one place for each thing. For next.config.ts. */
export const ownScreens = [
  to('products/create', 'products/new'), to(`products/${id}`, 'products/:id'), to('products', 'products'),
  to('content/create', 'content?edit=new'), to(`content/${id}/versions/:path*`, 'content/:id/versions'), to(`content/${id}`, 'content?edit=:id'), to('content', 'content'),
  to('media/:path*', 'media'), to('users/:path*', 'users'), to('reviews/:path*', 'reviews'), to('contact-messages/:path*', 'messages'),
  to('subscribers/:path*', 'subscribers'), to('data-requests/:path*', 'data-requests'),
]

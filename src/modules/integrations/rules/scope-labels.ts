/** What each permission of a connected service allows, in plain words. */
const labels: Record<string, string> = {
  orders: 'manage orders',
  sync_products: 'manage products',
  file_library: 'manage print files',
  webhooks: 'manage webhooks',
  stores_list: 'see your stores',
  listings_r: 'read listings',
  shops_r: 'read shop details',
  transactions_r: 'read sales',
  instagram_business_basic: 'read profile and posts',
  instagram_business_content_publish: 'publish posts',
  instagram_business_manage_insights: 'read insights',
  instagram_business_manage_comments: 'manage comments',
  instagram_business_manage_messages: 'manage messages',
  'user.info.basic': 'read basic profile',
  'user.info.profile': 'read profile details',
  'user.info.stats': 'read profile statistics',
  'video.list': 'read videos',
  pages_show_list: 'see your Pages',
  pages_manage_posts: 'publish Page posts',
  pages_read_engagement: 'read Page activity',
  read_insights: 'read insights',
  business_management: 'access business settings',
  'tweet.read': 'read posts',
  'tweet.write': 'publish posts',
  'users.read': 'read profile',
  'media.write': 'upload media',
  'offline.access': 'stay signed in',
  openid: 'sign in',
  profile: 'read profile',
  email: 'read email address',
  w_member_social: 'publish as you',
  r_member_social: 'read your posts',
  w_organization_social: 'publish as your company',
  r_organization_social: 'read company posts',
  rw_organization_admin: 'manage company pages',
}

const describe = (scope: string): string => {
  const [name = '', access] = scope.split('/')
  const label = labels[scope] ?? labels[name]
  if (!label) return scope
  return access === 'read' ? label.replace(/^manage/, 'read') : label
}

/** ['listings_r', 'shops_r'] → 'read listings, read shop details'. Unknown ones keep the service's name. */
export function describeScopes(scopes: readonly string[]): string {
  return [...new Set(scopes.map(describe))].join(', ')
}

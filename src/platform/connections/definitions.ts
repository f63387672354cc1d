import type { Permission } from '@/access/roles'

/** Services whose screens share one connection panel. Social networks are separate accounts (social-post.ts). */
export const integrations = ['printful', 'etsy', 'instagram', 'tiktok', 'mailchimp'] as const
export type Integration = (typeof integrations)[number]

/** Everything that has keys: services and social networks. */
export const connectionProviders = [...integrations, 'facebook', 'x', 'linkedin'] as const
export type ConnectionProvider = (typeof connectionProviders)[number]

export const connectionLabels = {
  printful: 'Printful',
  etsy: 'Etsy',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  mailchimp: 'Mailchimp',
  facebook: 'Facebook',
  x: 'X',
  linkedin: 'LinkedIn',
} satisfies Record<ConnectionProvider, string>

/** The permission to use a service. Changing its keys also needs `integrations:use`. */
export const connectionPermissions = {
  printful: 'integrations:use',
  etsy: 'integrations:use',
  mailchimp: 'integrations:use',
  instagram: 'posts:import',
  tiktok: 'posts:import',
  facebook: 'social:write',
  x: 'social:write',
  linkedin: 'social:write',
} satisfies Record<ConnectionProvider, Permission>

/** Scopes that a private token of Printful needs. */
export const printfulScopes = ['orders', 'sync_products', 'file_library', 'webhooks'] as const

/** A key that staff copy from the service's website. */
export type ConnectionKey = {
  name: string
  label: string
  help: string
  optional?: true
  /** Not a secret, so screens may show it again. */
  plain?: true
}

export const connectionKeys = {
  printful: [
    {
      name: 'token',
      label: 'Private token',
      help: `In Printful’s Developer Portal, create a token for this store with ${new Intl.ListFormat('en-US').format(printfulScopes)}.`,
    },
    {
      name: 'storeId',
      label: 'Store ID',
      help: 'Only for account-level tokens.',
      optional: true,
      plain: true,
    },
  ],
  etsy: [
    {
      name: 'keystring',
      label: 'Keystring',
      help: 'From Your Apps on Etsy: the first part of the API key.',
      plain: true,
    },
    {
      name: 'sharedSecret',
      label: 'Shared secret',
      help: 'The second part of the API key. Required.',
    },
  ],
  instagram: [
    {
      name: 'appId',
      label: 'Instagram app ID',
      help: 'In Meta for Developers, under Instagram > API setup. Not the Facebook app ID.',
      plain: true,
    },
    { name: 'appSecret', label: 'Instagram app secret', help: 'On the same page.' },
  ],
  tiktok: [
    {
      name: 'clientKey',
      label: 'Client key',
      help: 'In TikTok for Developers. Your app needs Login Kit and the video.list scope.',
      plain: true,
    },
    { name: 'clientSecret', label: 'Client secret', help: 'On the same page.' },
  ],
  mailchimp: [
    {
      name: 'apiKey',
      label: 'API key',
      help: 'In Mailchimp, under Account > Extras > API keys. It ends with the data center, such as -us6.',
    },
    {
      name: 'audienceId',
      label: 'Audience ID',
      help: 'Only if you have more than one audience. Find it under Audience > Settings.',
      optional: true,
      plain: true,
    },
  ],
  facebook: [
    {
      name: 'appId',
      label: 'App ID',
      help: 'In Meta for Developers. The app’s type must be Business.',
      plain: true,
    },
    { name: 'appSecret', label: 'App secret', help: 'On the same page.' },
  ],
  x: [
    {
      name: 'clientId',
      label: 'OAuth 2.0 client ID',
      help: 'In the X Developer Console, under your app’s keys and tokens.',
      plain: true,
    },
    { name: 'clientSecret', label: 'OAuth 2.0 client secret', help: 'On the same page.' },
  ],
  linkedin: [
    {
      name: 'clientId',
      label: 'Client ID',
      help: 'In LinkedIn Developers, on your app’s Auth tab.',
      plain: true,
    },
    { name: 'clientSecret', label: 'Client secret', help: 'On the same page.' },
  ],
} as const satisfies Record<ConnectionProvider, readonly ConnectionKey[]>

export type ConnectionKeyValues<Provider extends ConnectionProvider> = {
  [
    Key in (typeof connectionKeys)[Provider][number] as Key extends { optional: true }
      ? never
      : Key['name']
  ]: string
} & {
  [
    Key in (typeof connectionKeys)[Provider][number] as Key extends { optional: true }
      ? Key['name']
      : never
  ]?: string
}

/** Services that also need an OAuth sign-in. */
export const oauthIntegrations = ['etsy', 'instagram', 'tiktok'] as const
export type OAuthIntegration = (typeof oauthIntegrations)[number]
export function isOAuthIntegration(provider: string): provider is OAuthIntegration {
  return (oauthIntegrations as readonly string[]).includes(provider)
}

/** Whether staff sign in to the service instead of entering a token. */
export function usesOAuth(provider: ConnectionProvider): boolean {
  return provider !== 'printful' && provider !== 'mailchimp'
}

/** Sync runs; a service has one active run at a time. */
export const syncKinds = [
  'printful-sync',
  'printful-push',
  'etsy-import',
  'instagram-import',
  'tiktok-import',
  'mailchimp-sync',
] as const
export type SyncKind = (typeof syncKinds)[number]

export const syncStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type SyncStatus = (typeof syncStatuses)[number]

/** The result of an item of a run; in a preview, what it would be. */
export const syncItemResults = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const
export type SyncItemResult = (typeof syncItemResults)[number]

/** Those through whom a person may sign in, as the paths /auth/{provider} write them. */
export const identityProviders = ['google', 'facebook', 'tiktok'] as const
export type IdentityProvider = (typeof identityProviders)[number]

export const identityProviderLabels = {
  google: 'Google',
  facebook: 'Facebook',
  tiktok: 'TikTok',
} satisfies Record<IdentityProvider, string>

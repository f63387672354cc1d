/** Sign-in providers, as in the paths /auth/{provider}. */
export const identityProviders = ['google', 'facebook', 'tiktok'] as const
export type IdentityProvider = (typeof identityProviders)[number]

export const identityProviderLabels = {
  google: 'Google',
  facebook: 'Facebook',
  tiktok: 'TikTok',
} satisfies Record<IdentityProvider, string>

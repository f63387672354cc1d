/** Sign-in providers, as in the paths /auth/{provider}. Every other list of them is a Record of these. */
export const identityProviders = ['google', 'facebook', 'tiktok'] as const
export type IdentityProvider = (typeof identityProviders)[number]

export const identityProviderLabels = {
  google: 'Google',
  facebook: 'Facebook',
  tiktok: 'TikTok',
} satisfies Record<IdentityProvider, string>

/** The companies behind them, for the privacy policy. */
export const identityRecipients = {
  google: { name: 'Google', privacy: 'https://policies.google.com/privacy' },
  facebook: { name: 'Facebook', privacy: 'https://www.facebook.com/privacy/policy' },
  tiktok: { name: 'TikTok', privacy: 'https://www.tiktok.com/legal/privacy-policy' },
} satisfies Record<IdentityProvider, { name: string; privacy: string }>

export function isIdentityProvider(name: string): name is IdentityProvider {
  return Object.hasOwn(identityProviderLabels, name)
}

/** Whether a username was generated for someone who signed up through a provider. */
export function isGeneratedUsername(username: string): boolean {
  return new RegExp(`^(?:${identityProviders.join('|')})_[a-z0-9]{8}$`).test(username)
}

/** Returns the labels for a sentence: 'Google, Facebook, or TikTok'. */
export function formatIdentityProviders(): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    Object.values(identityProviderLabels),
  )
}

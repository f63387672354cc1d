import { type IdentityProvider, identityProviderLabels } from '@/platform/identity-providers'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

/** Plain links, never prefetched: each leaves the shop. */
export function OAuthLinks({
  methods,
  next,
}: {
  methods: readonly IdentityProvider[]
  next: string
}) {
  return (
    <div className="grid gap-3">
      {methods.map((provider) => (
        <a
          key={provider}
          href={`/auth/${provider}${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`}
          rel="nofollow"
          className={buttonClass({ variant: 'line' })}
        >
          <Icon name={provider} className="size-5" />
          Continue with {identityProviderLabels[provider]}
        </a>
      ))}
    </div>
  )
}

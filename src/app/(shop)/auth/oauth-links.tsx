import {
  type IdentityProvider,
  identityProviderLabels,
} from '@/modules/accounts/rules/identity-providers'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

/** Plain links: each leaves the shop, and nothing may fetch one ahead. */
export function OAuthLinks({ ways, next }: { ways: readonly IdentityProvider[]; next: string }) {
  return (
    <div className="grid gap-3">
      {ways.map((way) => (
        <a
          key={way}
          href={`/auth/${way}${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`}
          rel="nofollow"
          className={buttonClass({ variant: 'line' })}
        >
          <Icon name={way} className="size-5" />
          Continue with {identityProviderLabels[way]}
        </a>
      ))}
    </div>
  )
}

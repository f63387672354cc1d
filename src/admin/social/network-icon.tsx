import type { SocialPlatform } from '@/modules/social/rules/social-post'

const letters = { facebook: 'f', instagram: 'ig', twitter: 'X', linkedin: 'in' } satisfies Record<
  SocialPlatform,
  string
>

/** Decoration beside the network's name; no third-party logos. */
export function NetworkIcon({ platform }: { platform: SocialPlatform }) {
  return (
    <span className="df-network" aria-hidden>
      {letters[platform]}
    </span>
  )
}

import type { SocialPlatform } from '@/modules/social/rules/social-post'

const letters = { facebook: 'f', instagram: 'ig', twitter: 'X', linkedin: 'in' } satisfies Record<
  SocialPlatform,
  string
>

/** A small mark beside the network's name, which is always written out. No logos of others are kept here. */
export function NetworkIcon({ platform }: { platform: SocialPlatform }) {
  return (
    <span className="df-network" aria-hidden>
      {letters[platform]}
    </span>
  )
}

import { Section } from '@/components/layout/section'
import { ButtonLink } from '@/ui/button'

import { CopyLinkButton } from './copy-link-button'

/** Plain links: nothing is loaded from either network unless someone goes there. */
const networks = [
  {
    name: 'Facebook',
    href: (url: string) =>
      `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
  },
  {
    name: 'Twitter',
    href: (url: string, title: string) =>
      `https://twitter.com/intent/tweet?${new URLSearchParams({ url, text: title })}`,
  },
] as const

export function ShareLinks({ url, title }: { url: string; title: string }) {
  return (
    <Section
      id="share"
      title="Share"
      heading="mb-3 font-sans text-base font-semibold"
      data-screen-only
    >
      <div className="flex flex-wrap gap-2.5">
        {networks.map(({ name, href }) => (
          <ButtonLink
            key={name}
            href={href(url, title)}
            variant="line"
            size="sm"
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Share on ${name} (opens in a new tab)`}
          >
            {name}
          </ButtonLink>
        ))}
        <CopyLinkButton />
      </div>
    </Section>
  )
}

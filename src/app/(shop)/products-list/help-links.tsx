import type { helpLinksFor } from '@/modules/shop/rules/help-links'

/** Links to pages of the shop for a search that asks a question, such as “return policy”. */
export function HelpLinks({ links }: { links: ReturnType<typeof helpLinksFor> }) {
  if (links.length === 0) return null
  return (
    <p className="mb-7 flex flex-wrap gap-x-5 gap-y-2 rounded-block bg-moss px-5 py-4">
      <span>
        {links.some(({ href }) => href === 'tel:988')
          ? 'If today is hard:'
          : 'You may be looking for:'}
      </span>
      {links.map(({ label, href }) => (
        <a key={href} href={href} className="link">
          {label}
        </a>
      ))}
    </p>
  )
}

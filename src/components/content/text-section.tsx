import type { RichTextSection } from '@/modules/content/rules/rich-text'

import { RichText } from './rich-text'

/** The text before the first heading; nothing if it begins with one. */
export function TextOpening({
  document,
  className = 'reading',
}: {
  document: { root: { children: readonly unknown[] } }
  className?: string
}) {
  return document.root.children.length > 0 ? (
    <div className={className}>
      <RichText document={document} />
    </div>
  ) : null
}

/** One section of a text, with a heading that can be linked to. */
export function TextSection({
  section: { id, title, document },
  className = '',
}: {
  section: RichTextSection
  className?: string
}) {
  return (
    <section aria-labelledby={id} className={`reading ${className}`}>
      <h2 id={id}>{title}</h2>
      <RichText document={document} />
    </section>
  )
}

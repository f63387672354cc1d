import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'section'>, 'id' | 'title'> & {
  id: string
  title: ReactNode
  /** The class names of the heading. */
  heading?: string
}

/** A section that is named by its heading. The heading carries the id. */
export function Section({ id, title, heading = 'text-h3', children, ...section }: Props) {
  return (
    <section aria-labelledby={id} {...section}>
      <h2 id={id} className={`outline-none ${heading}`}>
        {title}
      </h2>
      {children}
    </section>
  )
}

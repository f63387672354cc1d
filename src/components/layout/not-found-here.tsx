import type { ReactNode } from 'react'

/**
 * A page about nothing, whole in its first answer: Next would render its own `notFound()` only with JavaScript.
 * scripts/front.mjs reads the mark and answers 404.
 */
export const NotFoundHere = ({ children }: { children: ReactNode }) => (
  <>
    <meta name="page-status" content="404" />
    {children}
  </>
)

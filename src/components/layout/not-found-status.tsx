import type { ReactNode } from 'react'

/**
 * A page about nothing, whole in its first answer: Next would render its own `notFound()` only with JavaScript.
 * src/server/rendered-response.ts reads the mark and answers 404.
 */
export function NotFoundStatus({ children }: { children: ReactNode }) {
  return (
    <>
      <meta name="page-status" content="404" />
      {children}
    </>
  )
}

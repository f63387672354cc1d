import type { Metadata } from 'next'
import type { ReactNode } from 'react'

/** Reached by personal links. */
export const metadata: Metadata = {
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

const LettersLayout = ({ children }: { children: ReactNode }) => (
  <div className="wrap grid justify-items-start gap-6 pt-[clamp(1.4rem,3vw,3rem)] pb-(--sec)">
    {children}
  </div>
)

export default LettersLayout

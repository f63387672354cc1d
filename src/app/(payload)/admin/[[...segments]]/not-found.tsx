import { MinimalTemplate } from '@payloadcms/next/templates'
import type { Metadata } from 'next'

import { Logo } from '@/admin/shell/brand'

export const metadata: Metadata = { title: 'Page not found · Dayfern', robots: 'noindex, nofollow' }

/** Plain, like forbidden.tsx: Payload's own page has no room for our header. */
const PanelNotFound = () => (
  <MinimalTemplate>
    <main className="df-refusal">
      <Logo />
      <h1>Page not found</h1>
      <p>This page doesn’t exist. It may have been deleted, or the URL may be wrong.</p>
      <p className="df-refusal__actions">
        <a className="df-button df-button--solid" href="/admin">
          Go to dashboard
        </a>
        <a className="df-button df-button--line" href="/">
          Go to shop
        </a>
      </p>
    </main>
  </MinimalTemplate>
)

export default PanelNotFound

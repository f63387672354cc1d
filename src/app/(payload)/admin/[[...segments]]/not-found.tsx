import { MinimalTemplate } from '@payloadcms/next/templates'
import type { Metadata } from 'next'

import { Logo } from '@/admin/shell/brand'

export const metadata: Metadata = { title: 'Nothing here · Dayfern', robots: 'noindex, nofollow' }

/** Plain, as the refusal is: Payload's own page has no room for our header. */
const PanelNotFound = () => (
  <MinimalTemplate>
    <main className="df-refusal">
      <Logo />
      <h1>Nothing here</h1>
      <p>
        There is no such page in the workshop. It may have been deleted, or the address has a slip
        in it.
      </p>
      <p className="df-refusal__ways">
        <a className="df-button df-button--solid" href="/admin">
          To the dashboard
        </a>
        <a className="df-button df-button--line" href="/">
          To the shop
        </a>
      </p>
    </main>
  </MinimalTemplate>
)

export default PanelNotFound

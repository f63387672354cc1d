import '@/app/globals.css'

import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'

import { fontVariables } from '@/app/fonts'
import { DemoBanner } from '@/components/layout/demo-banner'
import { EventReplayScript } from '@/components/layout/event-replay-script'
import { Footer } from '@/components/layout/footer'
import { Header } from '@/components/layout/header'
import { HideOnSegment } from '@/components/layout/hide-on-segment'
import { SpeculationRules } from '@/components/layout/speculation-rules'
import { ThemeScript } from '@/components/layout/theme-script'
import { QuickAdd } from '@/components/product/quick-add'
import { env, isDemoMode } from '@/platform/env'
import { Toaster } from '@/ui/toast'

import { getCachedSettings } from './cached-queries'
import { defaultOpenGraphImage, shopDescription } from './page-metadata'

export const metadata: Metadata = {
  metadataBase: new URL(env.SERVER_URL),
  title: { default: 'Dayfern · One Day at a Time', template: '%s · Dayfern' },
  description: shopDescription,
  icons: {
    icon: [
      { url: '/brand/favicon.svg', type: 'image/svg+xml' },
      { url: '/brand/favicon-32.png', sizes: '32x32' },
    ],
    apple: '/brand/icon-180.png',
  },
  // For pages without metadata of their own; the others use page-metadata.ts.
  openGraph: {
    siteName: 'Dayfern',
    type: 'website',
    locale: 'en_US',
    images: [defaultOpenGraphImage],
  },
  twitter: { card: 'summary_large_image' },
  formatDetection: { telephone: false },
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f3f4ea' },
    { media: '(prefers-color-scheme: dark)', color: '#11191c' },
  ],
}

/** Pages with a frame of their own. */
const slim = ['checkout', 'auth', 'login']

const ShopLayout = async ({ children }: { children: ReactNode }) => {
  const { tagline, social } = await getCachedSettings()
  return (
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <head>
        <ThemeScript />
        <EventReplayScript />
        <link
          rel="alternate"
          type="application/rss+xml"
          title="Dayfern: everything to read"
          href="/blog/rss.xml"
        />
        <link
          rel="alternate"
          type="application/rss+xml"
          title="Dayfern: reflections"
          href="/reflections/rss.xml"
        />
      </head>
      <body>
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-block bg-fern px-5 py-3 font-semibold text-on-fern focus:translate-y-0"
        >
          Skip to content
        </a>
        {isDemoMode ? <DemoBanner outboxUrl={env.OUTBOX_URL} /> : null}
        <HideOnSegment segment={slim}>
          <Header />
        </HideOnSegment>
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
        <HideOnSegment segment={slim}>
          <Footer tagline={tagline} social={social} />
        </HideOnSegment>
        <QuickAdd />
        <Toaster />
        <SpeculationRules />
      </body>
    </html>
  )
}

export default ShopLayout

import '@/app/globals.css'

import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'

import { fontVariables } from '@/app/fonts'
import { DemoBanner } from '@/components/layout/demo-banner'
import { EventReplayScript } from '@/components/layout/event-replay-script'
import { SpeculationRules } from '@/components/layout/speculation-rules'
import { ThemeScript } from '@/components/layout/theme-script'
import { env, isDemoMode } from '@/platform/env'
import { Toaster } from '@/ui/toast'

import { defaultOpenGraphImage, shopDescription } from './(shop)/page-metadata'

export const siteMetadata: Metadata = {
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

export const siteViewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f3f4ea' },
    { media: '(prefers-color-scheme: dark)', color: '#11191c' },
  ],
}

type Props = { header?: ReactNode; footer?: ReactNode; children: ReactNode }

/** What all pages of the shop have around them, with or without its navigation. */
export function ShopDocument({ header, footer, children }: Props) {
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
        {header}
        <main id="main" tabIndex={-1} className="outline-none">
          {children}
        </main>
        {footer}
        <Toaster />
        <SpeculationRules />
      </body>
    </html>
  )
}

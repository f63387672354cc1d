import type { MetadataRoute } from 'next'

const manifest = (): MetadataRoute.Manifest => ({
  name: 'Dayfern',
  short_name: 'Dayfern',
  description: 'Tees, layers, and bags with prints cut from the natural world.',
  start_url: '/',
  display: 'browser',
  background_color: '#f3f4ea',
  theme_color: '#f3f4ea',
  icons: [
    { src: '/brand/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/brand/icon-512.png', sizes: '512x512', type: 'image/png' },
    {
      src: '/brand/icon-maskable-512.png',
      sizes: '512x512',
      type: 'image/png',
      purpose: 'maskable',
    },
  ],
})

export default manifest

import type { ContentView } from '@/modules/content/queries/get-content'
import { previewUrl } from '@/modules/media/queries/pictures'
import { env } from '@/platform/env'
import { breadcrumbList, JsonLd } from '@/ui/json-ld'

const site = env.SERVER_URL
const shop = {
  '@type': 'Organization',
  '@id': `${site}/#organization`,
  name: 'Dayfern',
  url: `${site}/`,
  logo: { '@type': 'ImageObject', url: `${site}/brand/icon-512.png` },
}

/** A piece of writing for search engines: what it is, when it came out, and where it stands. `url` is its one address. */
export function ContentStructuredData({ piece, url }: { piece: ContentView; url: string }) {
  const isReflection = piece.contentType === 'reflection'
  return (
    <JsonLd
      things={[
        {
          '@type': isReflection ? 'Article' : 'BlogPosting',
          '@id': `${url}#piece`,
          headline: piece.title,
          description: piece.seoDescription,
          url,
          mainEntityOfPage: url,
          image: [piece.picture ? site + previewUrl(piece.picture) : `${site}/brand/og.jpg`],
          datePublished: piece.publishedAt,
          dateModified: piece.updatedAt > piece.publishedAt ? piece.updatedAt : piece.publishedAt,
          audio: piece.recording
            ? {
                '@type': 'AudioObject',
                contentUrl: site + piece.recording.src,
                encodingFormat: piece.recording.mimeType,
                duration: piece.recording.seconds ? `PT${piece.recording.seconds}S` : undefined,
              }
            : undefined,
          author: shop,
          publisher: shop,
          keywords: piece.tags.join(', ') || undefined,
          inLanguage: 'en-US',
          timeRequired: `PT${piece.readingMinutes}M`,
        },
        breadcrumbList([
          { name: 'Dayfern', url: `${site}/` },
          { name: 'Reflections', url: `${site}${isReflection ? '/reflections' : '/blog'}` },
          { name: piece.title, url },
        ]),
      ]}
    />
  )
}

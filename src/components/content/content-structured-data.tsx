import { breadcrumbList, JsonLd } from '@/components/json-ld'
import type { ContentView } from '@/modules/content/queries/get-content'
import { previewUrl } from '@/modules/media/queries/pictures'
import { env } from '@/platform/env'

const site = env.SERVER_URL
const shop = {
  '@type': 'Organization',
  '@id': `${site}/#organization`,
  name: 'Dayfern',
  url: `${site}/`,
  logo: { '@type': 'ImageObject', url: `${site}/brand/icon-512.png` },
}

/** An article for search engines. `url` is its canonical one. */
export function ContentStructuredData({ content, url }: { content: ContentView; url: string }) {
  const isReflection = content.contentType === 'reflection'
  return (
    <JsonLd
      things={[
        {
          '@type': isReflection ? 'Article' : 'BlogPosting',
          '@id': `${url}#article`,
          headline: content.title,
          description: content.seoDescription,
          url,
          mainEntityOfPage: url,
          image: [content.picture ? site + previewUrl(content.picture) : `${site}/brand/og.jpg`],
          datePublished: content.publishedAt,
          dateModified:
            content.updatedAt > content.publishedAt ? content.updatedAt : content.publishedAt,
          audio: content.recording
            ? {
                '@type': 'AudioObject',
                contentUrl: site + content.recording.src,
                encodingFormat: content.recording.mimeType,
                duration: content.recording.seconds ? `PT${content.recording.seconds}S` : undefined,
              }
            : undefined,
          author: shop,
          publisher: shop,
          keywords: content.tags.join(', ') || undefined,
          inLanguage: 'en-US',
          timeRequired: `PT${content.readingMinutes}M`,
        },
        breadcrumbList([
          { name: 'Dayfern', url: `${site}/` },
          isReflection
            ? { name: 'Personal reflections', url: `${site}/reflections` }
            : { name: 'Reflections', url: `${site}/blog` },
          { name: content.title, url },
        ]),
      ]}
    />
  )
}

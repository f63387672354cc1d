import { renderToStaticMarkup } from 'react-dom/server'

import { Article } from '@/components/content/article'
import { RichText } from '@/components/content/rich-text'
import type { ContentView } from '@/modules/content/queries/get-content'

const card = {
  id: 1,
  title: 'Dawn',
  slug: 'dawn',
  excerpt: '',
  contentType: 'reflection' as const,
  picture: null,
  tags: [],
  readingMinutes: 1,
  publishedAt: '2026-01-01T00:00:00Z',
}
const article: ContentView = {
  ...card,
  body: null,
  bodyPictures: {},
  bodyProducts: {},
  bodyAudio: {},
  viewCount: 0,
  seoTitle: 'Dawn',
  seoDescription: '',
  seoKeywords: '',
  updatedAt: '2026-01-01T00:00:00Z',
  recording: null,
  related: [],
  category: null,
}
const render = (changes: Partial<ContentView>): string =>
  renderToStaticMarkup(
    <Article content={{ ...article, ...changes }} kind="article" url="https://shop.example/dawn" />,
  )

it('the heading of related articles says reflections only if all of them are reflections', () => {
  const related = [
    { ...card, id: 2, slug: 'noon' },
    { ...card, id: 3, slug: 'dusk' },
  ]
  expect(render({ related })).toContain('More reflections</h2>')
  const mixed = render({ related: [...related, { ...card, id: 4, contentType: 'blog_post' }] })
  expect(mixed).toContain('Keep reading</h2>')
  expect(mixed).not.toContain('More reflections</h2>')
})

it('an article with a category links to its products', () => {
  const link = '<a href="/products?category=nature" class="link">Shop Nature Inspired</a>'
  expect(render({ category: { name: 'Nature Inspired', slug: 'nature' } })).toContain(link)
  expect(render({})).not.toContain('/products?category=')
})

it('an image in the text has its caption below it', () => {
  const document = { root: { children: [{ type: 'upload', relationTo: 'media', value: 7 }] } }
  const picture = {
    base: '/uploads/fern',
    widths: [320],
    width: 320,
    height: 240,
    color: '#123456',
    alt: 'A fern',
  }
  const render = (caption: string): string =>
    renderToStaticMarkup(
      <RichText
        document={document}
        pictures={{ 7: { ...picture, caption } }}
        products={{}}
        audio={{}}
      />,
    )
  expect(render('Coast Range, October')).toMatch(/<figcaption[^>]*>Coast Range, October</)
  expect(render('')).not.toContain('figcaption')
})

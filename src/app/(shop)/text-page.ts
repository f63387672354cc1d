import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

import type { PageView } from '@/modules/content/queries/pages'
import type { EditablePage } from '@/modules/content/rules/editable-pages'

import { getCachedPage } from './cached-queries'
import { pageMetadata } from './page-metadata'

/** The saved text of a static page. */
export async function getTextPage(slug: EditablePage): Promise<PageView> {
  return (await getCachedPage(slug)) ?? notFound()
}

/** `title` is what the browser's tab says; the page's own title may be a sentence. */
export function textPageMetadata(slug: EditablePage, title: string) {
  return async (): Promise<Metadata> =>
    pageMetadata({
      title,
      description: (await getCachedPage(slug))?.description ?? '',
      path: `/${slug}`,
    })
}

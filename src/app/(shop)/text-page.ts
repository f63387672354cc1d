import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { EditablePage } from '@/modules/content/rules/editable-pages'
import type { PageView } from '@/modules/content/queries/pages'
import { pageMetadata } from './page-metadata'
import { getCachedPage } from './cached-queries'

/** The words of a static page as staff last saved them. */
export const getTextPage = async (slug: EditablePage): Promise<PageView> =>
  (await getCachedPage(slug)) ?? notFound()

/** `title` is what the browser's tab says; the page's own title may be a sentence. */
export const textPageMetadata =
  (slug: EditablePage, title: string) => async (): Promise<Metadata> =>
    pageMetadata({
      title,
      description: (await getCachedPage(slug))?.description ?? '',
      path: `/${slug}`,
    })

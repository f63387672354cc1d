import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import type { TextPage } from '../../domain/text-page'
import type { PageView } from '../../queries/get-page'
import { pageMetadata } from './page-metadata'
import { readPage } from './reads'

/** The words of a static page as staff last saved them. */
export const textPage = async (slug: TextPage): Promise<PageView> => (await readPage(slug)) ?? notFound()

/** `title` is what the browser's tab says; the page's own title may be a sentence. */
export const textPageMetadata = (slug: TextPage, title: string) => async (): Promise<Metadata> =>
  pageMetadata({ title, description: (await readPage(slug))?.description ?? '', path: `/${slug}` })

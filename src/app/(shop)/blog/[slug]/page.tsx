import type { Metadata } from 'next'

import {
  contentMetadata,
  contentUrl,
  findContent,
  redirectMovedContent,
} from '@/app/(shop)/content-page'
import { Article } from '@/components/content/article'
import { ContentNotFoundPage } from '@/components/content/content-not-found-page'
import { ContentStructuredData } from '@/components/content/content-structured-data'
import { NotFoundStatus } from '@/components/layout/not-found-status'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}

type Props = { params: Promise<{ slug: string }> }

const find = async (params: Props['params']) => findContent((await params).slug)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const piece = await find(params)
  return piece ? contentMetadata(piece) : { title: 'Content Not Found', robots: { index: false } }
}

const ArticlePage = async ({ params }: Props) => {
  const piece = await find(params)
  if (!piece) {
    await redirectMovedContent((await params).slug)
    return (
      <NotFoundStatus>
        <ContentNotFoundPage />
      </NotFoundStatus>
    )
  }
  const url = contentUrl(piece)
  return (
    <>
      <Article piece={piece} kind="article" url={url} />
      <ContentStructuredData piece={piece} url={url} />
    </>
  )
}

export default ArticlePage

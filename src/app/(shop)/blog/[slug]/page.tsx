import type { Metadata } from 'next'

import {
  contentMetadata,
  contentUrl,
  findContent,
  redirectMovedContent,
} from '@/app/(shop)/content-page'
import { Article } from '@/components/content/article'
import { ContentStructuredData } from '@/components/content/content-structured-data'
import { ResourceNotFoundPage } from '@/components/layout/not-found-page'

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
      <ResourceNotFoundPage
        emblem="unfurl"
        title="Content Not Found"
        text="The piece you're looking for doesn't exist or has been removed."
        href="/blog"
        label="Back to all reflections"
      />
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

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

const find = async (params: Props['params']) => {
  const piece = await findContent((await params).slug)
  return piece?.contentType === 'reflection' ? piece : null
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const piece = await find(params)
  return piece
    ? contentMetadata(piece)
    : { title: 'Reflection Not Found', robots: { index: false } }
}

const ReflectionPage = async ({ params }: Props) => {
  const piece = await find(params)
  if (!piece) {
    await redirectMovedContent((await params).slug, 'reflection')
    return (
      <ResourceNotFoundPage
        emblem="unfurl"
        title="Reflection Not Found"
        text="The reflection you're looking for doesn't exist or has been removed."
        href="/reflections"
        label="Back to all reflections"
      />
    )
  }
  const url = contentUrl(piece)
  return (
    <>
      <Article piece={piece} kind="reflection" url={url} />
      <ContentStructuredData piece={piece} url={url} />
    </>
  )
}

export default ReflectionPage

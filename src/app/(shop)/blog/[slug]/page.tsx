import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Article } from '../../../../components/content/article'
import { findPiece, pieceMetadata, pieceUrl } from '../../piece'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = { params: Promise<{ slug: string }> }

const find = async (params: Props['params']) => findPiece((await params).slug)

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const piece = await find(params)
  return piece ? pieceMetadata(piece) : { title: 'Content Not Found', robots: { index: false } }
}

const ArticlePage = async ({ params }: Props) => {
  const piece = await find(params)
  if (!piece) notFound()
  return <Article piece={piece} kind="article" url={pieceUrl(piece)} />
}

export default ArticlePage

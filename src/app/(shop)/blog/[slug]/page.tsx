import type { Metadata } from 'next'
import { Article } from '../../../../components/content/article'
import { ContentNotFoundPage } from '../../../../components/content/content-not-found-page'
import { PieceData } from '../../../../components/content/piece-data'
import { NotFoundHere } from '../../../../components/layout/not-found-here'
import { findPiece, pieceMetadata, pieceUrl, redirectFormer } from '../../piece'

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
  if (!piece) {
    await redirectFormer((await params).slug)
    return <NotFoundHere><ContentNotFoundPage /></NotFoundHere>
  }
  const url = pieceUrl(piece)
  return <><Article piece={piece} kind="article" url={url} /><PieceData piece={piece} url={url} /></>
}

export default ArticlePage

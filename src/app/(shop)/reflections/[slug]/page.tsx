import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Article } from '../../../../components/content/article'
import { findPiece, pieceMetadata, pieceUrl } from '../../piece'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

type Props = { params: Promise<{ slug: string }> }

const find = async (params: Props['params']) => {
  const piece = await findPiece((await params).slug)
  return piece?.contentType === 'reflection' ? piece : null
}

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const piece = await find(params)
  return piece ? pieceMetadata(piece) : { title: 'Reflection Not Found', robots: { index: false } }
}

const ReflectionPage = async ({ params }: Props) => {
  const piece = await find(params)
  if (!piece) notFound()
  return <Article piece={piece} kind="reflection" url={pieceUrl(piece)} />
}

export default ReflectionPage

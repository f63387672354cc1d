import { notFound } from 'next/navigation'
import { readProduct } from '../../reads'

export const dynamic = 'force-static'
export const generateStaticParams = () => []

const ProductPage = async ({ params }: { params: Promise<{ id: string }> }) => {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  const product = await readProduct(Number(id))
  if (!product) notFound()
  return <main><h1>{product.name}</h1></main>
}

export default ProductPage

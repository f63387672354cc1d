import type { Metadata } from 'next'
import { ProductNotFoundPage } from '../../../../components/product/product-not-found-page'

export const metadata: Metadata = { title: 'Product Not Found', robots: { index: false } }

const ProductNotFound = () => <ProductNotFoundPage />

export default ProductNotFound

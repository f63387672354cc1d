'use client'
import { ButtonLink } from '../ui/button'
import { Empty } from '../ui/empty'

export const ProductNotFoundPage = () => (
  <div className="wrap py-8">
    <Empty emblem="true-enough" title="Product Not Found" level="h1" action={<ButtonLink href="/products">Go to the shop</ButtonLink>}>
      <p>The product you&apos;re looking for doesn&apos;t exist.</p>
    </Empty>
  </div>
)

'use client'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

export function ProductNotFoundPage() {
  return (
    <div className="wrap py-8">
      <EmptyState
        emblem="true-enough"
        title="Product Not Found"
        level="h1"
        action={<ButtonLink href="/products">Go to the shop</ButtonLink>}
      >
        <p>The product you&apos;re looking for doesn&apos;t exist.</p>
      </EmptyState>
    </div>
  )
}

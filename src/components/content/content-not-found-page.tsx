'use client'
import { ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

export function ContentNotFoundPage() {
  return (
    <div className="wrap py-8">
      <EmptyState
        emblem="unfurl"
        title="Content Not Found"
        level="h1"
        action={<ButtonLink href="/blog">Back to all reflections</ButtonLink>}
      >
        <p>The piece you&apos;re looking for doesn&apos;t exist or has been removed.</p>
      </EmptyState>
    </div>
  )
}

export function ReflectionNotFoundPage() {
  return (
    <div className="wrap py-8">
      <EmptyState
        emblem="unfurl"
        title="Reflection Not Found"
        level="h1"
        action={<ButtonLink href="/reflections">Back to all reflections</ButtonLink>}
      >
        <p>The reflection you&apos;re looking for doesn&apos;t exist or has been removed.</p>
      </EmptyState>
    </div>
  )
}

'use client'
import { useAllFormFields, useDocumentInfo } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

import { titleSlug } from '@/platform/slug'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Fills in the slug while the title is typed, as saving does (hooks/set-slug), until someone enters another. */
export function useSlugFromTitle(): void {
  const [fields, dispatchFields] = useAllFormFields()
  const { savedDocumentData } = useDocumentInfo()
  const title = textOf(fields.title?.value)
  const slug = textOf(fields.slug?.value)
  const wasPublished = Boolean(savedDocumentData?.firstPublishedAt)
  const lastTitle = useRef(title)
  useEffect(() => {
    const before = titleSlug(lastTitle.current)
    if (lastTitle.current === title) return
    lastTitle.current = title
    const followsTitle =
      slug === '' ||
      (before !== '' && slug.startsWith(before) && /^(-\d+)?$/.test(slug.slice(before.length)))
    if (followsTitle && !wasPublished && titleSlug(title) !== before)
      dispatchFields({ type: 'UPDATE', path: 'slug', value: titleSlug(title) })
  }, [title, slug, wasPublished, dispatchFields])
}

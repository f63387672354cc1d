'use client'
import { useAllFormFields } from '@payloadcms/ui'
import { useEffect } from 'react'

import { splitTags } from '@/modules/content/rules/content'

/** Makes a tag of each that was entered with commas, as saving does (collections/fields/content.ts). */
export function useSplitTags(): void {
  const [{ tags }, dispatchFields] = useAllFormFields()
  const entered = tags?.value
  useEffect(() => {
    if (Array.isArray(entered) && entered.some((tag) => String(tag).includes(',')))
      dispatchFields({ type: 'UPDATE', path: 'tags', value: splitTags(entered) })
  }, [entered, dispatchFields])
}

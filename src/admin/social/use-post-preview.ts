'use client'
import { errorSentence } from '@/ui/api-client'
import { useEffect, useRef, useState } from 'react'
import type { SocialPreview } from '@/modules/social/queries/post-preview'
import { api } from '@/ui/api-client'

import { type PostFormValues, toPreviewRequest } from './post-form-values'

const pauseMs = 350

/**
 * The very texts that would be sent, from the server, a moment after the last key. What was shown stays until the next
 * answer, so that nothing flickers while somebody writes.
 */
export function usePostPreview(draft: PostFormValues): {
  previews: SocialPreview[]
  trouble: string | null
  isBehind: boolean
} {
  const [previews, setPreviews] = useState<SocialPreview[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [shown, setShown] = useState('')
  const latest = useRef(0)
  const body = JSON.stringify(toPreviewRequest(draft))
  useEffect(() => {
    const asked = (latest.current += 1)
    const timer = setTimeout(() => {
      api<SocialPreview[]>('POST', '/api/admin/social/preview', JSON.parse(body)).then(
        (answer) => {
          if (asked === latest.current) {
            setPreviews(answer)
            setTrouble(null)
            setShown(body)
          }
        },
        (error: unknown) => {
          if (asked === latest.current) {
            setTrouble(errorSentence(error))
            setShown(body)
          }
        },
      )
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [body])
  return { previews, trouble, isBehind: shown !== body }
}

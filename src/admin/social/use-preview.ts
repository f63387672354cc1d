'use client'
import { useEffect, useRef, useState } from 'react'
import type { SocialPreview } from '../../queries/social-parts'
import { api, ApiError } from '../../client/api'
import { noAnswer } from '../parts/use-call'
import { type PostDraft, previewBody } from './post-draft'

const pauseMs = 350

/**
 * The very texts that would be sent, from the server, a moment after the last key. What was shown stays until the next
 * answer, so that nothing flickers while somebody writes.
 */
export const usePreview = (draft: PostDraft): { previews: SocialPreview[]; trouble: string | null; isBehind: boolean } => {
  const [previews, setPreviews] = useState<SocialPreview[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [shown, setShown] = useState('')
  const latest = useRef(0)
  const body = JSON.stringify(previewBody(draft))
  useEffect(() => {
    const asked = (latest.current += 1)
    const timer = setTimeout(() => {
      api<SocialPreview[]>('POST', '/api/admin/social/preview', JSON.parse(body)).then(
        (answer) => { if (asked === latest.current) { setPreviews(answer); setTrouble(null); setShown(body) } },
        (error: unknown) => { if (asked === latest.current) { setTrouble(error instanceof ApiError ? error.sentence : noAnswer); setShown(body) } },
      )
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [body])
  return { previews, trouble, isBehind: shown !== body }
}

'use client'
import { toast } from '@payloadcms/ui'
import { useEffect, useRef } from 'react'

import { useConnectionTest } from './connection-test'

export function TestFailureToast({ title, text }: { title: string; text: string }) {
  const { state } = useConnectionTest()
  const before = useRef(state)
  useEffect(() => {
    if (state === 'bad' && before.current !== 'bad') toast.error(title, { description: text })
    before.current = state
  }, [state, title, text])
  return null
}

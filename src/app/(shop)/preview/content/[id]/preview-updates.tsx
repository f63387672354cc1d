'use client'
import { useEffect } from 'react'

import { previewChannel } from '@/modules/content/rules/content'

/** Shows each change in a form of the editor. */
export function PreviewUpdates({ form }: { form: string }) {
  useEffect(() => {
    const channel = new BroadcastChannel(previewChannel(form))
    channel.onmessage = () => location.reload()
    // `performance.timeOrigin` falls behind the clock while the computer sleeps.
    channel.postMessage(Date.now() - performance.now())
    return () => channel.close()
  }, [form])
  return null
}

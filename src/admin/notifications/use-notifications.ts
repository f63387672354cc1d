'use client'
import { useEffect, useState } from 'react'

import type { NotificationList } from '@/modules/notifications/schemas'
import { api } from '@/platform/http/api-client'

const pollMs = 60_000

/**
 * The notifications that came with the page, or newer ones. They are loaded again once a minute while the page is
 * visible, and at once when it is shown again after more than a minute.
 */
export function useNotifications(
  initial: NotificationList,
): [NotificationList, (list: NotificationList) => void] {
  const [loaded, setLoaded] = useState(initial)
  // Every navigation brings a list of its own.
  const list = loaded.asOf > initial.asOf ? loaded : initial
  useEffect(() => {
    let lastLoad = Date.now()
    const load = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || Date.now() - lastLoad < pollMs) return
      lastLoad = Date.now()
      // The next one in a minute; a signed-out session shows elsewhere.
      const next = await api<NotificationList>('GET', '/api/admin/notifications').catch(() => null)
      if (next) setLoaded(next)
    }
    const timer = setInterval(() => void load(), pollMs)
    const show = (): void => void load()
    document.addEventListener('visibilitychange', show)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', show)
    }
  }, [initial.asOf])
  return [list, setLoaded]
}

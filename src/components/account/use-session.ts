'use client'
import { useSyncExternalStore } from 'react'

import { type Session, sessionStore } from './session-store'

/** Who is signed in. A visitor's page makes no call for it; a signed-in person's at most one in five minutes. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.get, sessionStore.getServer)
}

import { sessionHintCookie } from '@/modules/accounts/rules/session-hint'
import type { SessionUserView } from '@/modules/accounts/schemas/authentication'
import { whenShown } from '@/platform/when-shown'

export type SessionUser = SessionUserView

/** `isLoading` only while someone seems to be signed in and the server hasn't said who. */
export type Session = { user: SessionUser | null; isLoading: boolean }

const visitor: Session = { user: null, isLoading: false }
const loading: Session = { user: null, isLoading: true }
const cachedFor = 5 * 60 * 1000
const key = 'person'

let current: Session | undefined
let request: Promise<void> | undefined
let listeners: (() => void)[] = []

const set = (next: Session): void => {
  current = next
  // Read by globals.css; the script in the head sets the same attribute before the first paint.
  if (next.user) document.documentElement.dataset.person = next.user.role
  else if (!next.isLoading) delete document.documentElement.dataset.person
  listeners.forEach((listener) => listener())
}

const hasHint = (): boolean =>
  document.cookie.split('; ').includes(`${sessionHintCookie.name}=${sessionHintCookie.value}`)

/** The session ended before its hint cookie did: without the hint, pages make no request. */
const forgetHint = (): void => {
  document.cookie = `${sessionHintCookie.name}=; Path=/; Max-Age=0; SameSite=Lax`
}

const readCache = (): { user: SessionUser; at: number } | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as {
      user: SessionUser
      at: number
    } | null
  } catch {
    return null
  }
}
const writeCache = (user: SessionUser | null): void => {
  try {
    if (user) sessionStorage.setItem(key, JSON.stringify({ user, at: Date.now() }))
    else sessionStorage.removeItem(key)
  } catch {
    /* requested again on the next page */
  }
}

/** Not retried: 401 means that nobody is signed in. After any other error the user stays who it was. */
const fetchUser = async (): Promise<void> => {
  let user = current?.user ?? null
  try {
    const response = await fetch('/api/auth/user', { credentials: 'include' })
    if (response.ok) user = (await response.json()) as SessionUser
    else if (response.status === 401) {
      user = null
      forgetHint()
    } else console.error(`HTTP ${response.status}: ${response.statusText}`)
  } catch {
    /* offline */
  }
  writeCache(user)
  set(user ? { user, isLoading: false } : visitor)
}

const refresh = (): void => {
  if (!hasHint()) {
    writeCache(null)
    return set(visitor)
  }
  const cached = readCache()
  const isFresh = cached !== null && Date.now() - cached.at < cachedFor
  set(cached ? { user: cached.user, isLoading: false } : loading)
  if (!isFresh)
    request ??= fetchUser().finally(() => {
      request = undefined
    })
}

const onShow = (event: PageTransitionEvent): void => {
  if (event.persisted) refresh()
}

/** Who is signed in, as far as this browser knows. For showing things only: the server decides at every call. */
export const sessionStore = {
  /** Also asks the server when someone is signed in and the cached user is older than five minutes. */
  subscribe: (listener: () => void): (() => void) => {
    listeners = [...listeners, listener]
    // A prerendered page asks nothing on behalf of the visitor before it is opened.
    if (current === undefined) whenShown(refresh)
    if (listeners.length === 1) window.addEventListener('pageshow', onShow)
    return () => {
      listeners = listeners.filter((other) => other !== listener)
      if (listeners.length === 0) window.removeEventListener('pageshow', onShow)
    }
  },
  get: (): Session => current ?? loading,
  /** While the page is rendered on the server nobody is known yet. */
  getServer: (): Session => loading,
  /** After signing in, or when the user changed their profile. */
  set: (user: SessionUser): void => {
    writeCache(user)
    set({ user, isLoading: false })
  },
  /** Forgets the cached user, after signing out or when it may be stale. */
  drop: (): void => {
    writeCache(null)
    current = undefined
    if (listeners.length > 0) whenShown(refresh)
  },
}

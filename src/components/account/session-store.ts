import type { Role } from '@/access/roles'
import { sessionHintCookie } from '@/modules/accounts/rules/session-hint'

/** What GET /api/auth/user answers. */
export type SessionUser = {
  id: number
  username: string
  /** Theirs and confirmed, or null. */
  email: string | null
  emailVerified: boolean
  firstName: string | null
  lastName: string | null
  profileImageUrl: string | null
  role: Role
}

/** `isLoading` only while somebody seems to be signed in and the server has not said who. */
export type Session = { user: SessionUser | null; isLoading: boolean }

const visitor: Session = { user: null, isLoading: false }
const loading: Session = { user: null, isLoading: true }
const cachedFor = 5 * 60 * 1000
const key = 'person'

let current: Session | undefined
let asking: Promise<void> | undefined
let listeners: (() => void)[] = []

const set = (next: Session): void => {
  current = next
  // What the header shows (globals.css): the same mark that the script in the page's head sets before the first paint.
  if (next.user) document.documentElement.dataset.person = next.user.role
  else if (!next.isLoading) delete document.documentElement.dataset.person
  listeners.forEach((listener) => listener())
}

const hasHint = (): boolean =>
  document.cookie.split('; ').includes(`${sessionHintCookie.name}=${sessionHintCookie.value}`)

/** The session ended before its cookie did: no need to ask on every page. */
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
    /* asked again on the next page */
  }
}

/** One question, not repeated: 401 means nobody, anything else that is not OK is logged and taken for nobody. */
const ask = async (): Promise<void> => {
  let user: SessionUser | null = null
  try {
    const answer = await fetch('/api/auth/user', { credentials: 'include' })
    if (answer.ok) user = (await answer.json()) as SessionUser
    else if (answer.status === 401) forgetHint()
    else console.error(`HTTP ${answer.status}: ${answer.statusText}`)
  } catch {
    /* offline: nobody, for now */
  }
  writeCache(user)
  set(user ? { user, isLoading: false } : visitor)
}

const look = (): void => {
  if (!hasHint()) {
    writeCache(null)
    return set(visitor)
  }
  const cached = readCache()
  const isFresh = cached !== null && Date.now() - cached.at < cachedFor
  set(cached ? { user: cached.user, isLoading: false } : loading)
  if (!isFresh)
    asking ??= ask().finally(() => {
      asking = undefined
    })
}

const onShow = (event: PageTransitionEvent): void => {
  if (event.persisted) look()
}

/** Who is signed in, as far as this browser knows. For showing things only: the server decides at every call. */
export const sessionStore = {
  /** Also asks the server, when there is somebody and the last answer is older than five minutes. */
  subscribe: (listener: () => void): (() => void) => {
    listeners = [...listeners, listener]
    if (current === undefined) look()
    if (listeners.length === 1) window.addEventListener('pageshow', onShow)
    return () => {
      listeners = listeners.filter((other) => other !== listener)
      if (listeners.length === 0) window.removeEventListener('pageshow', onShow)
    }
  },
  get: (): Session => current ?? loading,
  /** While the page is rendered on the server nobody is known yet. */
  getServer: (): Session => loading,
  /** After signing in, or when the person changed something about themselves. */
  set: (user: SessionUser): void => {
    writeCache(user)
    set({ user, isLoading: false })
  },
  /** Forgets the last answer: after signing out, or before a page that will ask anew. */
  drop: (): void => {
    writeCache(null)
    current = undefined
    if (listeners.length > 0) look()
  },
}

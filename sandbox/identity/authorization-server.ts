import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

import type { Clock } from '../core/clock'
import type { Store } from '../core/state-store'
import { firstPeople, type Person } from './test-users'

/** An authorization request. */
export interface Request {
  clientId: string
  redirectUri: string
  state: string
  scopes: string[]
  challenge?: string
  nonce?: string
}

export interface Code extends Request {
  person: string
  expiresAt: number
  used: boolean
}

export interface Token {
  person: string
  clientId: string
  scopes: string[]
  expiresAt: number
}

export interface IdentityState {
  people: Record<string, Person>
  codes: Record<string, Code>
  tokens: Record<string, Token>
}

export function emptyIdentityState(): IdentityState {
  return { people: firstPeople(), codes: {}, tokens: {} }
}

/** Keys: any client id that begins with `sandbox-`, with this secret. */
export const SECRET = 'sandbox-secret'
export function isClient(id: string | undefined): id is string {
  return Boolean(id?.startsWith('sandbox-'))
}
export function isSecret(secret: string | undefined): boolean {
  return (
    secret !== undefined &&
    secret.length === SECRET.length &&
    timingSafeEqual(Buffer.from(secret), Buffer.from(SECRET))
  )
}

const CODE_TTL_MS = 10 * 60 * 1000

export type Refusal = 'unknown' | 'used' | 'expired' | 'client' | 'redirect' | 'verifier'

export interface AuthorizationServer {
  state: IdentityState
  /** Issues a code for a user who agreed. */
  issue: (request: Request, person: string, shape?: (random: string) => string) => string
  /** Redeems a code once; returns why it was refused otherwise. */
  redeem: (
    code: string | undefined,
    grant: { clientId: string; redirectUri?: string; verifier?: string },
  ) => Code | Refusal
  mint: (
    code: Pick<Code, 'person' | 'clientId' | 'scopes'>,
    prefix: string,
    ttlMs: number,
  ) => string
  holderOf: (token: string | undefined) => (Token & { who: Person }) | undefined
  save: () => void
}

/** Codes and tokens, as each provider issues them. */
export function createAuthorizationServer(
  { state, save }: Store<IdentityState>,
  clock: Clock,
): AuthorizationServer {
  return {
    state,
    save,
    issue: (request, person, shape = (random) => random) => {
      const code = shape(randomBytes(24).toString('base64url'))
      state.codes[code] = { ...request, person, expiresAt: clock.now() + CODE_TTL_MS, used: false }
      save()
      return code
    },
    redeem: (value, { clientId, redirectUri, verifier }) => {
      const code = value === undefined ? undefined : state.codes[value]
      if (!code) return 'unknown'
      if (code.used) return 'used'
      if (code.expiresAt <= clock.now()) return 'expired'
      if (code.clientId !== clientId) return 'client'
      if (code.redirectUri !== redirectUri) return 'redirect'
      if (code.challenge && code.challenge !== challengeOf(verifier)) return 'verifier'
      code.used = true
      save()
      return code
    },
    mint: (code, prefix, ttlMs) => {
      const token = prefix + randomBytes(24).toString('base64url')
      state.tokens[token] = {
        person: code.person,
        clientId: code.clientId,
        scopes: code.scopes,
        expiresAt: clock.now() + ttlMs,
      }
      save()
      return token
    },
    holderOf: (value) => {
      const token = value === undefined ? undefined : state.tokens[value]
      const who = token && state.people[token.person]
      return token && who && token.expiresAt > clock.now() ? { ...token, who } : undefined
    },
  }
}

function challengeOf(verifier: string | undefined): string {
  return createHash('sha256')
    .update(verifier ?? '')
    .digest('base64url')
}

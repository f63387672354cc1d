import type { Payload } from 'payload'

import type { Confirmations } from '@/modules/go-live/queries/confirmations'
import type { CheckGroup, CheckState, GoLiveCheck } from '@/modules/go-live/rules/checks'
import { env } from '@/platform/env'
import type { Providers } from '@/providers'

export type CheckArgs = {
  payload: Payload
  providers: Providers
  /** User names of accounts that open with a password from the source code. */
  publishedPasswords: () => Promise<string[]>
  confirmations: Confirmations
}

export type Finding = Pick<GoLiveCheck, 'state' | 'detail' | 'fix' | 'href'>
export type Check = {
  name: string
  group: CheckGroup
  title: string
  run: (args: CheckArgs) => Finding | Promise<Finding>
}

export function good(detail: string, href?: string): Finding {
  return { state: 'good', detail, href }
}

export function finding(state: CheckState, detail: string, fix?: string, href?: string): Finding {
  return { state, detail, fix, href }
}

/** The message of an error, or a placeholder. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'no reason was given'
}

/** A moment as its day in the shop's time zone: Nov 29, 2026 */
export function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: env.SHOP_TIME_ZONE,
  })
}

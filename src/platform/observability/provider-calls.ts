import { ProviderError } from '@/platform/http/provider-error'

/** `refused`: the provider rejected the request (4xx). */
type CallOutcome = 'ok' | 'refused' | 'limit' | 'down' | 'paused'

type Calls = Map<string, Map<CallOutcome, number>>

declare global {
  /** Next bundles its own copy of this module, so the counts are stored on globalThis, where all copies find them. */
  var dayfernProviderCalls: Calls | undefined
}

const callsOfProcess = (): Calls =>
  (globalThis.dayfernProviderCalls ??= new Map<string, Map<CallOutcome, number>>())

export function countProviderCall(provider: string, outcome: CallOutcome): void {
  const calls = callsOfProcess()
  const outcomes = calls.get(provider) ?? new Map<CallOutcome, number>()
  calls.set(provider, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1))
}

/** Returns the outcome under which a failed call is counted. */
export function outcomeOf(error: unknown): CallOutcome {
  if (!(error instanceof ProviderError)) return 'refused'
  const { kind } = error.details
  return kind === 'down' || kind === 'limit' ? kind : 'refused'
}

/** The calls of this process since it started. */
export function listProviderCalls(): { provider: string; outcome: CallOutcome; count: number }[] {
  return [...callsOfProcess()].flatMap(([provider, outcomes]) =>
    [...outcomes].map(([outcome, count]) => ({ provider, outcome, count })),
  )
}

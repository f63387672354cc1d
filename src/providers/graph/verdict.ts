import type { Answer, Verdict } from '../caller'
import { instagramVerdict } from '../instagram/verdict'

/** Changes about twice a year; this one is of July 2026. */
export const graphVersion = 'v26.0'

/** Trouble that only publishing meets: no token at all, and the limit of posts in a day. */
const more = { 104: 'sign-in', 9: 'limit' } as const satisfies Record<number, NonNullable<Verdict>['trouble']>

/** Reads an error of the Graph API for staff. @param words plain sentences for the subcodes and codes that they can do something about */
export const graphVerdict = (words: Readonly<Record<number, string>>) => (answer: Answer): Verdict => {
  const verdict = instagramVerdict(answer)
  if (!verdict) return null
  const [code = 0, subcode = 0] = (verdict.issue ?? '').split('/').map(Number)
  const told = (answer.body as { error?: { error_user_msg?: unknown } } | null)?.error?.error_user_msg
  return {
    ...verdict, trouble: more[code as keyof typeof more] ?? verdict.trouble,
    message: words[subcode] ?? words[code] ?? (typeof told === 'string' ? told.slice(0, 200) : verdict.message.replace(/^\(#\d+\) /, '')),
  }
}

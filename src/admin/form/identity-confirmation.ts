import { ApiError } from '@/platform/http/api-client'

const methods = ['code', 'password', 'sign-in'] as const
export type ConfirmationMethod = (typeof methods)[number]

/** The way to confirm that the response asks for. By hand: a schema library is larger than all of the forms together. */
const requiredMethod = (error: unknown): ConfirmationMethod | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'reauthentication_required') return undefined
  const { body } = error
  return typeof body === 'object' && body !== null && 'method' in body
    ? methods.find((method) => method === body.method)
    : undefined
}

/** A call that waits for the user to confirm who they are. */
export type Confirmation = { method: ConfirmationMethod; settle: (isConfirmed: boolean) => void }

let waiting: Confirmation | null = null
let listeners: (() => void)[] = []
const set = (next: Confirmation | null): void => {
  waiting = next
  for (const listener of listeners) listener()
}

/** What IdentityPrompt asks for; null while nothing waits. */
export const confirmationStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners = [...listeners, listener]
    return () => {
      listeners = listeners.filter((one) => one !== listener)
    }
  },
  get: (): Confirmation | null => waiting,
}

const ask = (method: ConfirmationMethod): Promise<boolean> =>
  new Promise((resolve) => {
    waiting?.settle(false)
    set({
      method,
      settle: (isConfirmed) => {
        set(null)
        resolve(isConfirmed)
      },
    })
  })

/**
 * Makes a call that may need a sign-in of the last ten minutes: if it does, asks the user to confirm
 * who they are, and makes the call again.
 * @throws what the call throws; its own error if the user doesn't confirm
 */
export async function withConfirmedIdentity<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    const method = requiredMethod(error)
    if (!method || !(await ask(method))) throw error
    return call()
  }
}

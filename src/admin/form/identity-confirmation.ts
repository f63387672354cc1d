import {
  type RequiredConfirmation,
  requiredConfirmation,
} from '@/components/account/required-confirmation'

/** A call that waits for the user to confirm who they are. */
export type Confirmation = RequiredConfirmation & { settle: (isConfirmed: boolean) => void }

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

const ask = (required: RequiredConfirmation): Promise<boolean> =>
  new Promise((resolve) => {
    waiting?.settle(false)
    set({
      ...required,
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
    const required = requiredConfirmation(error)
    if (!required || !(await ask(required))) throw error
    return call()
  }
}

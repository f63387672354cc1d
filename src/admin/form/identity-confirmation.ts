import {
  type RequiredConfirmation,
  requiredConfirmation,
} from '@/components/account/required-confirmation'
import { createValueStore } from '@/ui/value-store'

/** A call that waits for the user to confirm who they are. */
export type Confirmation = RequiredConfirmation & { settle: (isConfirmed: boolean) => void }

/** What IdentityPrompt asks for; null while nothing waits. */
export const confirmationStore = createValueStore<Confirmation | null>(null)

const ask = (required: RequiredConfirmation): Promise<boolean> =>
  new Promise((resolve) => {
    confirmationStore.get()?.settle(false)
    const confirmation: Confirmation = {
      ...required,
      settle: (isConfirmed) => {
        // A prompt that was closed may still get its response while the next one is open.
        if (confirmationStore.get() === confirmation) confirmationStore.set(null)
        resolve(isConfirmed)
      },
    }
    confirmationStore.set(confirmation)
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

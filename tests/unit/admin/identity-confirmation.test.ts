import { confirmationStore, withConfirmedIdentity } from '@/admin/form/identity-confirmation'
import { ApiError } from '@/platform/http/api-client'

const body = { method: 'password' }
const refusal = new ApiError(403, '', '', 'reauthentication_required', undefined, body)
const nextPrompt = async () => {
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  return confirmationStore.get()
}

it('a late response to a closed prompt leaves the next one open', async () => {
  const closed = withConfirmedIdentity(() => Promise.reject(refusal))
  const first = await nextPrompt()
  first?.settle(false)
  await expect(closed).rejects.toBe(refusal)
  let isConfirmed = false
  const saved = withConfirmedIdentity(() =>
    isConfirmed ? Promise.resolve('saved') : Promise.reject(refusal),
  )
  const second = await nextPrompt()
  first?.settle(true)
  expect(second).not.toBeNull()
  expect(confirmationStore.get()).toBe(second)
  isConfirmed = true
  second?.settle(true)
  expect(await saved).toBe('saved')
  expect(confirmationStore.get()).toBeNull()
})

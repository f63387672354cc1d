import { makePerson, makeProduct } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload } from '@tests/support/payload'
import { call } from '@tests/support/request'

import { listSetupSteps } from '@/modules/shop/queries/setup-steps'

it('marks setup steps as done and hides the list after the first order', async () => {
  const payload = await getTestPayload()
  const admin = await makePerson('admin')
  const done = async () =>
    (await listSetupSteps(payload))?.filter(({ isDone }) => isDone).map(({ name }) => name)
  // The test shop has its own mail server but uses the PayPal demo.
  const already = ['mail']
  expect(await done()).toEqual(already)
  await makeProduct({ isActive: true })
  await call('POST', '/api/admin/content', {
    as: admin,
    body: { title: 'The first article', status: 'published' },
  })
  expect(await done()).toEqual([...already, 'product', 'article'])
  await makeOrder()
  expect(await listSetupSteps(payload)).toBeNull()
})

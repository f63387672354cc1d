import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'

import { countToDo } from '@/modules/shop/queries/to-do'

it('reports declined payments only if there are at least ten in the last hour', async () => {
  const payload = await getTestPayload()
  const { id } = await makeOrder()
  const decline = (times: number, hoursAgo = 0) =>
    rowsOf(sql`insert into order_events (order_id, type, message, actor, created_at)
      select ${id}, 'declined', 'The payment was declined', 'PayPal', now() - make_interval(hours => ${hoursAgo})
        from generate_series(1, ${times})`)
  await decline(20, 2)
  await decline(9)
  expect((await countToDo(payload)).declinedPayments).toBe(0)
  await decline(1)
  expect((await countToDo(payload)).declinedPayments).toBe(10)
})

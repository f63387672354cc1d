import { makePerson } from '@tests/support/factories'
import { makeOrder } from '@tests/support/make-order'
import { getTestPayload, rowsOf, sql } from '@tests/support/payload'
import { call } from '@tests/support/request'
import { useSandbox } from '@tests/support/sandbox'

import { runJob } from '@/jobs/tasks'
import { notifyAboutDeclines } from '@/modules/notifications/jobs'
import type { NotificationList } from '@/modules/notifications/schemas'
import { countToDo } from '@/modules/shop/queries/to-do'

useSandbox()

it('shows at least ten declined payments of the last hour on Home and notifies staff once an hour', async () => {
  const payload = await getTestPayload()
  const admin = await makePerson('admin')
  const { id } = await makeOrder()
  const decline = (times: number, hoursAgo = 0) =>
    rowsOf(sql`insert into order_events (order_id, type, message, actor, created_at)
      select ${id}, 'declined', 'The payment was declined', 'PayPal', now() - make_interval(hours => ${hoursAgo})
        from generate_series(1, ${times})`)
  const notified = async () => {
    await runJob(payload, 'reconcile-payments', {})
    const { body } = await call<NotificationList>('GET', '/api/admin/notifications', { as: admin })
    return body.notifications
      .filter(({ kind }) => kind === 'problems')
      .map(({ title, path }) => [title, path])
  }
  await decline(20, 2)
  await decline(9)
  expect((await countToDo(payload)).declinedPayments).toBe(0)
  expect(await notified()).toEqual([])

  await decline(1)
  expect((await countToDo(payload)).declinedPayments).toBe(10)
  await Promise.all([notifyAboutDeclines(payload), notifyAboutDeclines(payload)])
  const first = ['10 payments were declined in the last hour', '/admin/orders?status=pending']
  expect(await notified()).toEqual([first])
  await decline(5)
  expect(await notified()).toEqual([first])

  await rowsOf(sql`update staff_notifications
    set created_at = created_at - interval '61 minutes', event_key = event_key || '-earlier'`)
  expect(await notified()).toEqual([
    ['15 payments were declined in the last hour', '/admin/orders?status=pending'],
    first,
  ])
})

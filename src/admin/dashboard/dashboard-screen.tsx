import { roleMay } from '../../domain/roles'
import { listAdminOrders } from '../../queries/admin-orders'
import { countToDo, listRecentWords } from '../../queries/admin-to-do'
import { formatToday, greeting } from '../parts/dates'
import { screen } from '../screen'
import { RecentOrders } from './recent-orders'
import { RecentWords } from './recent-words'
import { whatWaits } from './what-waits'

const shown = 5

export const DashboardScreen = screen({
  requires: 'panel:open',
  framedByPayload: true,
  show: async ({ payload, user }) => {
    const now = new Date()
    const [toDo, orders, words] = await Promise.all([
      countToDo(payload),
      roleMay(user.role, 'orders:read') ? listAdminOrders(payload, { page: 1, limit: shown, status: '', search: '', sort: 'newest' }) : null,
      listRecentWords(payload, shown),
    ])
    return {
      title: greeting(now),
      lead: `${formatToday(now)}. ${whatWaits(user.role, toDo)}`,
      children: (
        <div className="df-columns">
          {orders ? <div><RecentOrders orders={orders.orders} /></div> : null}
          <div><RecentWords pieces={words} /></div>
        </div>
      ),
    }
  },
})

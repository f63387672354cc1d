import { roleMay } from '../../domain/roles'
import { listAdminOrders } from '../../queries/admin-orders'
import { getAdminStats, listBestSellers, listRevenue, type RevenueStep, revenueSteps } from '../../queries/admin-stats'
import { countToDo, listRecentWords } from '../../queries/admin-to-do'
import { listFirstSteps } from '../../queries/first-steps'
import { getSettings } from '../../queries/get-settings'
import { formatToday, greeting } from '../parts/dates'
import { Panel } from '../parts/panel'
import { HowCounted } from '../parts/stat-card'
import { Tabs } from '../parts/tabs'
import { screen, type Visit } from '../screen'
import { BestSellers } from './best-sellers'
import { Figures } from './figures'
import { FirstSteps } from './first-steps'
import { RecentOrders } from './recent-orders'
import { RecentWords } from './recent-words'
import { RevenueChart } from './revenue-chart'
import { Today } from './today'
import { whatWaits } from './what-waits'

const ordersShown = 5
const sellersShown = 4
const stepLabels = { day: '30 days', week: '13 weeks', month: '12 months' } satisfies Record<RevenueStep, string>

const stepOf = (asked: Visit['query'][string]): RevenueStep => revenueSteps.find((step) => step === asked) ?? 'day'

/** What only people who see the figures need. */
const readShop = async ({ payload, query, user }: Visit) => {
  const step = stepOf(query.revenue)
  const [stats, revenue, orders, sellers, settings, steps] = await Promise.all([
    getAdminStats(payload), listRevenue(payload, step), listAdminOrders(payload, { page: 1, limit: ordersShown, status: '', search: '', sort: 'newest' }),
    listBestSellers(payload, sellersShown), getSettings(payload), listFirstSteps(payload),
  ])
  return { steps: steps?.filter(({ requires }) => roleMay(user.role, requires)), step, stats, revenue, orders: orders.orders, sellers, goals: settings.goals }
}

export const DashboardScreen = screen({
  requires: 'panel:open',
  framedByPayload: true,
  show: async (visit) => {
    const { payload, user } = visit
    const now = new Date()
    const [toDo, words, shop] = await Promise.all([
      countToDo(payload), listRecentWords(payload, ordersShown), roleMay(user.role, 'stats:read') ? readShop(visit) : null,
    ])
    const waiting = whatWaits(user.role, toDo)
    return {
      title: greeting(now),
      lead: `${formatToday(now)}. ${waiting[0]?.text ?? (shop?.steps ? 'The shop is taking its first steps.' : 'Nothing is waiting.')}`,
      children: (
        <>
          {shop ? <Figures stats={shop.stats} goals={shop.goals} /> : null}
          <div className="df-columns">
            <div>
              {shop?.steps ? <FirstSteps steps={shop.steps} /> : null}
              {shop?.steps && waiting.length === 0 ? null : <Today waiting={waiting} />}
              {shop ? <RecentOrders orders={shop.orders} /> : null}
              {shop ? (
                <Panel title="Revenue">
                  <Tabs label="Revenue by" current={shop.step} tabs={revenueSteps.map((step) => ({ value: step, label: stepLabels[step], href: step === 'day' ? '/admin' : `/admin?revenue=${step}` }))} />
                  <RevenueChart points={shop.revenue} step={shop.step} />
                  <HowCounted>Payments that went through on that day, in that week or month, less what was refunded then, by the calendar of the shop’s time zone.</HowCounted>
                </Panel>
              ) : null}
            </div>
            <div>
              {shop ? <BestSellers products={shop.sellers} /> : null}
              <RecentWords pieces={words} />
            </div>
          </div>
        </>
      ),
    }
  },
})

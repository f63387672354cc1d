import { roleHasPermission } from '@/access/roles'
import { MetricExplanation } from '@/admin/list/stat-card'
import { Tabs } from '@/admin/list/tabs'
import { defineScreen, type ScreenContext } from '@/admin/screen'
import { formatWeekdayDate, greetingFor } from '@/admin/shell/format-dates'
import { Panel } from '@/admin/shell/panel'
import { listAdminOrders } from '@/modules/orders/queries/admin-orders'
import { orderListQuery } from '@/modules/orders/schemas/admin-orders'
import { getSettings } from '@/modules/shop/queries/get-settings'
import {
  getAdminStats,
  listBestSellers,
  listRevenue,
  type RevenuePoint,
  type RevenueStep,
  revenueSteps,
} from '@/modules/shop/queries/sales-stats'
import { listSetupSteps } from '@/modules/shop/queries/setup-steps'
import { listRecentContent } from '@/modules/shop/queries/to-do'
import { chosenDateRange, comparisons, stepForRange } from '@/modules/shop/rules/date-range'

import { BestSellers } from './best-sellers'
import { type ComparedPeriod, comparePeriods, DateRangeForm, PeriodComparison } from './date-range'
import { Metrics } from './metrics'
import { RecentContent } from './recent-content'
import { RecentOrders } from './recent-orders'
import { RevenueChart } from './revenue-chart'
import { SetupChecklist, ToDoList } from './tasks'
import { listToDoItems } from './to-do-items'

const ordersShown = 5
const sellersShown = 4
const tasksShown = 8
const stepLabels = { day: '30 days', week: '13 weeks', month: '12 months' } satisfies Record<
  RevenueStep,
  string
>

const stepOf = (param: ScreenContext['query'][string]): RevenueStep =>
  revenueSteps.find((step) => step === param) ?? 'day'

/** What only roles with access to the metrics see. */
const readShop = async ({ payload, query, user }: ScreenContext) => {
  const range = chosenDateRange(query.from, query.to)
  const comparison = comparisons.find((one) => one === query.compare) ?? 'period'
  const step = range ? stepForRange(range) : stepOf(query.revenue)
  const [stats, revenue, period, orders, sellers, settings, steps] = await Promise.all([
    getAdminStats(payload),
    listRevenue(payload, step, range),
    range ? comparePeriods(payload, range, comparison) : null,
    listAdminOrders(payload, orderListQuery.parse({ limit: ordersShown })),
    listBestSellers(payload, sellersShown),
    getSettings(payload),
    listSetupSteps(payload),
  ])
  return {
    steps: steps?.filter(({ requires }) => roleHasPermission(user.role, requires)),
    step,
    stats,
    revenue,
    period,
    orders: orders.orders,
    sellers,
    goals: settings.goals,
  }
}

type RevenueProps = { points: RevenuePoint[]; step: RevenueStep; period: ComparedPeriod | null }

const RevenuePanel = ({ period, ...chart }: RevenueProps) => (
  <Panel title="Revenue">
    <Tabs
      label="Revenue by"
      current={period ? '' : chart.step}
      tabs={revenueSteps.map((step) => ({
        value: step,
        label: stepLabels[step],
        href: step === 'day' ? '/admin' : `/admin?revenue=${step}`,
      }))}
    />
    <DateRangeForm period={period} />
    {period ? <PeriodComparison period={period} /> : null}
    <RevenueChart {...chart} />
    <MetricExplanation>
      Completed payments minus refunds in each period, in the shop’s time zone.
    </MetricExplanation>
  </Panel>
)

export const DashboardScreen = defineScreen({
  requires: 'panel:open',
  framedByPayload: true,
  show: async (context) => {
    const { payload, user } = context
    const now = new Date()
    const [tasks, recentContent, shop] = await Promise.all([
      listToDoItems(payload, user.role),
      listRecentContent(payload, ordersShown),
      roleHasPermission(user.role, 'stats:read') ? readShop(context) : null,
    ])
    const items = tasks.slice(0, tasksShown)
    return {
      title: greetingFor(now),
      lead: `${formatWeekdayDate(now)}. ${items[0]?.text ?? (shop?.steps ? 'Let’s finish setting up your shop.' : 'You’re all caught up.')}`,
      children: (
        <>
          {shop ? <Metrics stats={shop.stats} goals={shop.goals} /> : null}
          <div className="df-columns">
            <div>
              {shop?.steps ? <SetupChecklist steps={shop.steps} /> : null}
              {shop?.steps && items.length === 0 ? null : <ToDoList items={items} />}
              {shop ? <RecentOrders orders={shop.orders} /> : null}
              {shop ? (
                <RevenuePanel points={shop.revenue} step={shop.step} period={shop.period} />
              ) : null}
            </div>
            <div>
              {shop ? <BestSellers products={shop.sellers} /> : null}
              <RecentContent documents={recentContent} />
            </div>
          </div>
        </>
      ),
    }
  },
})

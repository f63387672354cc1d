import { StatCard, StatRow } from '@/admin/list/stat-card'
import type { SettingsView } from '@/modules/shop/queries/get-settings'
import type { AdminStats } from '@/modules/shop/queries/sales-stats'
import { calculateTrend } from '@/modules/shop/rules/trend'
import { type Cents, formatMoney } from '@/platform/money'
import { pluralize } from '@/platform/pluralize'

const formatWholeDollars = (cents: Cents): string =>
  formatMoney(Math.round(cents / 100) * 100).replace('.00', '')
const numberFormat = new Intl.NumberFormat('en-US')

const toProgress = (value: number, goal: number, label: string) =>
  goal > 0 ? { value: value / goal, label } : undefined

export function Metrics({ stats, goals }: { stats: AdminStats; goals: SettingsView['goals'] }) {
  const goalCents = goals.revenueDollars * 100
  return (
    <StatRow>
      <StatCard
        label="Monthly revenue"
        figure={formatWholeDollars(stats.revenueCents)}
        note={`Goal ${formatWholeDollars(goalCents)}`}
        trend={
          calculateTrend(stats.revenueCents, stats.revenueBeforeCents, formatWholeDollars) ??
          undefined
        }
        progress={toProgress(
          stats.revenueCents,
          goalCents,
          `${formatWholeDollars(stats.revenueCents)} of ${formatWholeDollars(goalCents)} this month`,
        )}
        counted="Completed payments minus refunds this month, in the shop’s time zone. The trend compares the same days last month."
      />
      <StatCard
        label="Total orders"
        figure={numberFormat.format(stats.totalOrders)}
        note={`${stats.ordersThisWeek} this week`}
        trend={calculateTrend(stats.ordersThisWeek, stats.ordersWeekBefore) ?? undefined}
        counted="All paid orders. The trend compares the last 7 days with the 7 days before."
      />
      <StatCard
        label="Active products"
        figure={numberFormat.format(stats.activeProducts)}
        note={`Goal ${numberFormat.format(goals.products)}`}
        progress={toProgress(
          stats.activeProducts,
          goals.products,
          `${stats.activeProducts} of ${pluralize(goals.products, 'product')}`,
        )}
        counted="Products that are active and visible in the shop."
      />
      <StatCard
        label="Total content"
        figure={numberFormat.format(stats.totalContent)}
        note={`Goal ${numberFormat.format(goals.content)} · ${stats.publishedContent} published`}
        progress={toProgress(
          stats.totalContent,
          goals.content,
          `${stats.totalContent} of ${pluralize(goals.content, 'article')}`,
        )}
        counted="Published, scheduled, and draft articles. Doesn’t include the trash."
      />
    </StatRow>
  )
}

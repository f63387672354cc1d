import { z } from 'zod'

import { endpoint } from '@/endpoints/endpoint'
import { listAdminOrders } from '@/modules/orders/queries/admin-orders'
import { orderListQuery } from '@/modules/orders/schemas/admin-orders'
import { getSettings } from '@/modules/shop/queries/get-settings'
import { getAdminStats, listRevenue, revenueSteps } from '@/modules/shop/queries/sales-stats'
import { toDecimal } from '@/platform/money'

const recentShown = 5
const decimal = z.string().regex(/^-?\d+\.\d{2}$/)

const statsResponse = z.strictObject({
  monthlyRevenue: decimal,
  monthlyRevenueBefore: decimal,
  totalOrders: z.int(),
  activeProducts: z.int(),
  totalContent: z.int(),
  goals: z.strictObject({ revenue: z.number(), products: z.number(), content: z.number() }),
  recentOrders: z.array(
    z.strictObject({
      id: z.int(),
      orderNumber: z.string(),
      createdAt: z.iso.datetime(),
      status: z.string(),
      total: decimal,
    }),
  ),
})

export const adminStatsEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/stats',
    summary: 'Get dashboard statistics',
    requires: 'stats:read',
    response: statsResponse,
    handle: async ({ payload }) => {
      const [stats, { goals }, { orders }] = await Promise.all([
        getAdminStats(payload),
        getSettings(payload),
        listAdminOrders(payload, orderListQuery.parse({ limit: recentShown })),
      ])
      return {
        monthlyRevenue: toDecimal(stats.revenueCents),
        monthlyRevenueBefore: toDecimal(stats.revenueBeforeCents),
        totalOrders: stats.totalOrders,
        activeProducts: stats.activeProducts,
        totalContent: stats.totalContent,
        goals: { revenue: goals.revenueDollars, products: goals.products, content: goals.content },
        recentOrders: orders.map(({ id, orderNumber, createdAt, status, totalCents }) => ({
          id,
          orderNumber,
          createdAt,
          status,
          total: toDecimal(totalCents),
        })),
      }
    },
  }),
  endpoint({
    method: 'get',
    path: '/api/admin/stats/revenue',
    summary: 'Get revenue by day, week, or month',
    requires: 'stats:read',
    query: z.strictObject({ by: z.enum(revenueSteps).default('day') }),
    response: z.array(z.strictObject({ from: z.iso.date(), revenue: decimal, orders: z.int() })),
    handle: async ({ payload }, { query }) =>
      (await listRevenue(payload, query.by)).map(({ from, revenueCents, orders }) => ({
        from,
        revenue: toDecimal(revenueCents),
        orders,
      })),
  }),
]

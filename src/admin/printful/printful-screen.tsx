import { z } from 'zod'

import { roleHasPermission } from '@/access/roles'
import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { LazyMarginCalculator, LazySyncProductsButton } from '@/admin/lazy-components'
import { createListParams } from '@/admin/list/list-params'
import { StatCard, StatRow } from '@/admin/list/stat-card'
import { defineScreen } from '@/admin/screen'
import {
  countPrintQueue,
  listPrintQueue,
  type PrintQueueStage,
  printQueueStages,
} from '@/modules/fulfillment/queries/print-queue'
import {
  getPrintfulProducts,
  listVariantMargins,
  type PrintfulProducts,
} from '@/modules/fulfillment/queries/printful-products'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'
import { listOpenClaims } from '@/modules/returns/queries/open-claims'

import { FulfillmentBoard } from './fulfillment-board'
import { MarginsPanel } from './margins-panel'
import { ProductsPanel } from './products-panel'
import { WebhookPanel } from './webhook-panel'

const perPage = 10
const address = createListParams(
  '/admin/printful',
  z.object({
    lane: z.enum(printQueueStages).catch('waiting'),
    margins: z.coerce.number().int().min(1).max(10_000).catch(1),
  }),
)

/** The lane that needs attention first. */
const firstStage = (counts: Counts): PrintQueueStage =>
  (['failed', 'on-hold', 'returned', 'waiting'] as const).find((stage) => counts[stage] > 0) ??
  'waiting'

type Counts = Record<PrintQueueStage, number>

const PrintMetrics = ({ products, counts }: { products: PrintfulProducts; counts: Counts }) => {
  const unavailable = products.unavailable.reduce((sum, { count }) => sum + count, 0)
  const stuck = counts['on-hold'] + counts.failed
  return (
    <StatRow>
      <StatCard
        label="Synced products"
        figure={String(products.total)}
        note={`${products.active} in the shop`}
        counted="Products linked to Printful, not including the trash."
      />
      <StatCard
        label="Variants"
        figure={String(products.variants)}
        note={unavailable > 0 ? `${unavailable} unavailable` : 'all available'}
        counted="Sizes and colors linked to Printful variants. They’re unavailable when Printful is out of stock or staff turn them off."
      />
      <StatCard
        label="Paid, not sent"
        figure={String(counts.waiting)}
        note={stuck > 0 ? `${stuck} on hold or failed` : 'all on track'}
        counted="Paid orders not yet sent to Printful."
      />
    </StatRow>
  )
}

export const PrintfulScreen = defineScreen({
  requires: 'integrations:use',
  show: async (context) => {
    const [view, products, counts, latestSync, claims] = await Promise.all([
      getConnection(context.payload, 'printful'),
      getPrintfulProducts(context.payload),
      countPrintQueue(context.payload),
      getLatestSyncRun(context.payload, ['printful-sync']),
      listOpenClaims(context.payload),
    ])
    const params = address.parse({ lane: firstStage(counts), ...context.query })
    const [orders, margins] = await Promise.all([
      listPrintQueue(context.payload, params.lane, { page: params.page, limit: perPage }),
      listVariantMargins(context.payload, { page: params.margins, limit: perPage }),
    ])
    const isConnected = view.state === 'connected'
    return {
      title: 'Printful',
      lead: 'Printing, packing, and shipping with Printful.',
      children: (
        <>
          <PrintMetrics products={products} counts={counts} />
          <FulfillmentBoard
            claims={claims}
            lane={params.lane}
            counts={counts}
            orders={orders}
            page={params.page}
            limit={perPage}
            mayChange={roleHasPermission(context.user.role, 'orders:write') && isConnected}
            href={(lane, to = 1) => address.href({ ...params, lane, page: to })}
          />
          <IntegrationLayout
            context={context}
            view={view}
            aside={
              <>
                <WebhookPanel view={view} />
                <LazyMarginCalculator />
              </>
            }
          >
            <ProductsPanel
              products={products}
              sync={isConnected ? <LazySyncProductsButton latest={latestSync} /> : null}
            />
            <MarginsPanel
              {...margins}
              page={params.margins}
              limit={perPage}
              href={(to) => address.href({ ...params, margins: to })}
            />
          </IntegrationLayout>
        </>
      ),
    }
  },
})

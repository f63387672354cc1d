import { z } from 'zod'

import { roleHasPermission } from '@/access/roles'
import { IntegrationLayout } from '@/admin/integrations/integration-layout'
import { StatCard, StatRow } from '@/admin/list/stat-card'
import { SyncProductsButton } from '@/admin/products/sync-products-button'
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
} from '@/modules/fulfillment/queries/printful-products'
import { getConnection } from '@/modules/integrations/queries/connections'
import { getLatestSyncRun } from '@/modules/integrations/queries/sync-runs'

import { FulfillmentBoard } from './fulfillment-board'
import { MarginCalculator } from './margin-calculator'
import { MarginsPanel } from './margins-panel'
import { ProductsPanel } from './products-panel'
import { WebhookPanel } from './webhook-panel'

const perPage = 10
const page = z.coerce.number().int().min(1).max(10_000).catch(1)
const query = z.object({ lane: z.enum(printQueueStages).catch('waiting'), page, margins: page })
type Query = z.infer<typeof query>

const hrefOf = ({ lane, page: at, margins }: Query): string => {
  const params = new URLSearchParams({
    ...(lane === 'waiting' ? {} : { lane }),
    ...(at > 1 ? { page: String(at) } : {}),
    ...(margins > 1 ? { margins: String(margins) } : {}),
  })
  return `/admin/printful${params.size > 0 ? `?${params.toString()}` : ''}`
}

/** The lane that needs attention first. */
const firstLane = (counts: Record<PrintQueueStage, number>): PrintQueueStage =>
  (['failed', 'on-hold', 'returned', 'waiting'] as const).find((lane) => counts[lane] > 0) ??
  'waiting'

export const PrintfulScreen = defineScreen({
  requires: 'integrations:use',
  show: async (visit) => {
    const [view, products, counts, latestSync] = await Promise.all([
      getConnection(visit.payload, 'printful'),
      getPrintfulProducts(visit.payload),
      countPrintQueue(visit.payload),
      getLatestSyncRun(visit.payload, ['printful-sync']),
    ])
    const params = query.parse({ lane: firstLane(counts), ...visit.query })
    const [orders, margins] = await Promise.all([
      listPrintQueue(visit.payload, params.lane, { page: params.page, limit: perPage }),
      listVariantMargins(visit.payload, { page: params.margins, limit: perPage }),
    ])
    const unavailable = products.unavailable.reduce((sum, { count }) => sum + count, 0)
    const webhook = view.details?.webhook
    return {
      title: 'Printful',
      lead: 'What Printful prints, packs and sends.',
      children: (
        <>
          <StatRow>
            <StatCard
              label="Synced products"
              figure={String(products.total)}
              note={`${products.active} in the shop`}
              counted="Products here that are linked to one at Printful, without those in the trash."
            />
            <StatCard
              label="Variants"
              figure={String(products.variants)}
              note={unavailable > 0 ? `${unavailable} cannot be had` : 'all can be had'}
              counted="Sizes and colors linked to a variant at Printful; they cannot be had when Printful says so or somebody switched them off."
            />
            <StatCard
              label="Paid and not sent"
              figure={String(counts.waiting)}
              note={
                counts['on-hold'] + counts.failed > 0
                  ? `${counts['on-hold'] + counts.failed} on hold or failed`
                  : 'nothing is stuck'
              }
              counted="Orders with a completed payment that Printful does not have yet."
            />
          </StatRow>
          <FulfillmentBoard
            lane={params.lane}
            counts={counts}
            orders={orders}
            page={params.page}
            limit={perPage}
            mayChange={
              roleHasPermission(visit.user.role, 'orders:write') && view.state === 'connected'
            }
            href={(lane, to = 1) => hrefOf({ ...params, lane, page: to })}
          />
          <IntegrationLayout
            visit={visit}
            view={view}
            testPath="/api/admin/printful/test"
            aside={
              <>
                <WebhookPanel
                  state={
                    webhook === 'here' ||
                    webhook === 'incomplete' ||
                    webhook === 'elsewhere' ||
                    webhook === 'none'
                      ? webhook
                      : null
                  }
                  isConnected={view.state === 'connected'}
                />
                <MarginCalculator />
              </>
            }
          >
            <ProductsPanel
              products={products}
              sync={view.state === 'connected' ? <SyncProductsButton latest={latestSync} /> : null}
            />
            <MarginsPanel
              {...margins}
              page={params.margins}
              limit={perPage}
              href={(to) => hrefOf({ ...params, margins: to })}
            />
          </IntegrationLayout>
        </>
      ),
    }
  },
})

import {
  type FulfillmentStatus,
  fulfillmentStatusLabels,
} from '@/modules/fulfillment/rules/fulfillment'
import { Badge, type BadgeTone } from '@/ui/badge'

const tones = {
  none: 'plain',
  submitting: 'info',
  draft: 'info',
  submitted: 'info',
  'on-hold': 'warn',
  'in-production': 'way',
  shipped: 'good',
  returned: 'warn',
  failed: 'bad',
  canceled: 'bad',
} satisfies Record<FulfillmentStatus, BadgeTone>

export function FulfillmentBadge({ fulfillment }: { fulfillment: FulfillmentStatus }) {
  return <Badge tone={tones[fulfillment]}>{fulfillmentStatusLabels[fulfillment]}</Badge>
}

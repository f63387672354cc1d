import { type Fulfillment, fulfillmentLabels } from '../../domain/fulfillment'
import { Badge, type BadgeTone } from '../parts/badge'

const tones = {
  none: 'plain', submitting: 'info', draft: 'info', submitted: 'info', 'on-hold': 'warn', 'in-production': 'way', shipped: 'good', returned: 'warn', failed: 'bad', canceled: 'bad',
} satisfies Record<Fulfillment, BadgeTone>

export const PrintBadge = ({ fulfillment }: { fulfillment: Fulfillment }) => <Badge tone={tones[fulfillment]}>{fulfillmentLabels[fulfillment]}</Badge>

import { z } from 'zod'

import type { ProviderContext } from '../context'
import { invalid, refuse } from '../errors'
import { parseBody } from '../http/zod-issues'
import type { OrderRecord } from '../state'
import { type PurchaseUnitRequest, purchaseUnitSchema } from './schema'
import { checkOrder, shippingPreferenceOf } from './validation'

const operationSchema = z.strictObject({
  op: z.enum(['add', 'remove', 'replace'], 'INVALID_PATCH_OPERATION'),
  path: z.string().optional(),
  value: z.unknown().optional(),
})

type Operation = z.infer<typeof operationSchema>

const UNIT_PATH = /^\/purchase_units\/@reference_id=='([^']+)'(?:\/(.+))?$/
/** What Orders v2 lets a shop change inside a purchase unit. */
const UNIT_FIELDS = new Set([
  'amount',
  'items',
  'invoice_id',
  'custom_id',
  'description',
  'soft_descriptor',
  'shipping/name',
  'shipping/address',
  'shipping/type',
])

/**
 * `PATCH /v2/checkout/orders/{id}`: all operations or none; the arithmetic is
 * checked again afterwards. Not possible once the order is completed.
 */
export function patchOrder(context: ProviderContext, order: OrderRecord, body: unknown): void {
  if (order.status === 'COMPLETED' || order.status === 'VOIDED')
    throw refuse('ORDER_ALREADY_COMPLETED')
  const operations = parseBody(z.array(operationSchema).min(1), body)
  const draft = { intent: order.intent, units: structuredClone(order.units) }
  operations.forEach((operation, index) => applyOperation(draft, operation, index))
  const units = draft.units.map((unit, index) =>
    parseBody(purchaseUnitSchema, unit, `/purchase_units/${index}`),
  )
  checkOrder(units, shippingPreferenceOf(order.request))
  Object.assign(order, { ...draft, units, updatedAt: context.clock.now() })
  context.save()
}

function applyOperation(
  draft: Pick<OrderRecord, 'intent' | 'units'>,
  operation: Operation,
  index: number,
): void {
  const { op, path, value } = operation
  if (!path) throw refuse('PATCH_PATH_REQUIRED', { field: `/${index}/path` })
  if (op !== 'remove' && value === undefined)
    throw refuse('PATCH_VALUE_REQUIRED', { field: `/${index}/value` })
  if (path === '/intent') {
    if (op !== 'replace' || (value !== 'CAPTURE' && value !== 'AUTHORIZE'))
      throw invalid('INVALID_PATCH_OPERATION', { field: path })
    draft.intent = value
    return
  }
  const [, referenceId, field] = UNIT_PATH.exec(path) ?? []
  if (!referenceId) throw invalid('FIELD_NOT_PATCHABLE', { field: path })
  const place = draft.units.findIndex((unit) => (unit.reference_id ?? 'default') === referenceId)
  const unit = draft.units[place]
  if (!unit) throw refuse('REFERENCE_ID_NOT_FOUND', { field: path, value: referenceId })
  if (!field) {
    if (op !== 'replace') throw invalid('INVALID_PATCH_OPERATION', { field: path })
    draft.units[place] = value as PurchaseUnitRequest
    return
  }
  if (field.startsWith('amount/')) throw invalid('AMOUNT_NOT_PATCHABLE', { field: path })
  if (!UNIT_FIELDS.has(field)) throw invalid('FIELD_NOT_PATCHABLE', { field: path })
  if (field === 'amount' && op !== 'replace')
    throw invalid('INVALID_PATCH_OPERATION', { field: path })
  put(unit, field, op === 'remove' ? undefined : value)
}

/** Sets or removes `shipping/address` and the like; the result is parsed afterwards. */
function put(unit: Record<string, unknown>, field: string, value: unknown): void {
  const [head = '', inner] = field.split('/')
  const target = inner ? ((unit[head] ??= {}) as Record<string, unknown>) : unit
  const key = inner ?? head
  if (value === undefined) delete target[key]
  else target[key] = value
}

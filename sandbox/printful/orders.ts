import { catalogVariant } from './catalog'
import { newId, type ProviderContext } from './context'
import { costsOf, isMethod, type Method } from './costs'
import { countryOf } from './countries'
import { refuse } from './errors'
import { orderEvent } from './events'
import { availabilityOf, findOrder, findVariant } from './lookup'
import type { ItemRequest, OrderRequest } from './order-schema'
import type { ItemRecord, OrderRecord } from './state'

const EDITABLE = ['draft', 'failed']
const CANCELABLE = ['draft', 'pending']

/** Throws OR-13 for an external id that was ever used, even if that order was canceled. */
export function createOrder(
  context: ProviderContext,
  request: OrderRequest,
  { confirm, updateExisting }: { confirm: boolean; updateExisting: boolean },
): OrderRecord {
  const existing = request.external_id ? findOrder(context, `@${request.external_id}`) : undefined
  if (existing && updateExisting) return updateOrder(context, existing, request, confirm)
  if (existing)
    throw refuse(`Order with External ID '${request.external_id}' already exists.`, 'OR-13')
  const now = context.clock.now()
  const order: OrderRecord = {
    id: newId(context),
    externalId: request.external_id ?? null,
    status: 'draft',
    error: null,
    shipping: 'STANDARD',
    createdAt: now,
    updatedAt: now,
    recipient: {},
    items: [],
    costs: null,
    retailCosts: null,
    gift: null,
    packingSlip: null,
    shipments: [],
    nextAt: null,
  }
  apply(context, order, request)
  context.state.orders[order.id] = order
  orderEvent(context, order, 'order_created')
  if (context.settings.asyncCosts > 0) {
    context.settings.asyncCosts -= 1
    order.costs = null
    move(context, order, 'onhold')
    orderEvent(context, order, 'order_put_hold', {
      reason: 'The costs of this order are being calculated.',
    })
  } else if (confirm) confirmOrder(context, order)
  context.save()
  return order
}

export function updateOrder(
  context: ProviderContext,
  order: OrderRecord,
  request: OrderRequest,
  confirm: boolean,
): OrderRecord {
  if (!EDITABLE.includes(order.status)) throw refuse('This order is no longer editable.', 'OR-1')
  if (request.external_id !== undefined && request.external_id !== order.externalId)
    throw refuse('The external ID of an order cannot be changed.')
  for (const { id } of request.items ?? [])
    if (id !== undefined && !order.items.some((item) => item.id === id))
      throw refuse(`Item ${id} is not part of this order.`, 'OR-5')
  // Works on a copy first, so that a rejection half-way changes nothing.
  const changed = structuredClone(order)
  apply(context, changed, request)
  Object.assign(order, changed)
  if (confirm) confirmOrder(context, order)
  else orderEvent(context, order, 'order_updated')
  context.save()
  return order
}

/** Charges the shop's own billing method; what goes wrong there shows a little later, as `failed`. */
export function confirmOrder(context: ProviderContext, order: OrderRecord): void {
  if (!EDITABLE.includes(order.status))
    throw refuse('Only draft and failed orders can be confirmed.', 'OR-1')
  if (!order.costs) throw refuse('The costs of this order are still being calculated.')
  order.error = null
  move(context, order, 'pending')
  if (context.settings.billing === 'decline')
    return failOrder(context, order, 'Your payment method was declined.')
  context.state.charges.push({
    orderId: order.id,
    kind: 'charge',
    amount: order.costs.total,
    at: context.clock.now(),
  })
  if (order.items.some((item) => availabilityOf(context, item) === 'discontinued')) {
    move(context, order, 'onhold')
    order.error = 'Some items of this order are discontinued.'
    orderEvent(context, order, 'order_put_hold', { reason: order.error })
    return
  }
  order.nextAt =
    context.settings.progressMs > 0 ? context.clock.now() + context.settings.progressMs : null
  orderEvent(context, order, 'order_updated')
}

export function failOrder(context: ProviderContext, order: OrderRecord, reason: string): void {
  order.error = reason
  order.nextAt = null
  move(context, order, 'failed')
  orderEvent(context, order, 'order_failed', { reason })
  orderEvent(context, order, 'order_updated')
}

/** Only before production; the charge is refunded, the external id stays taken. */
export function cancelOrder(
  context: ProviderContext,
  order: OrderRecord,
  reason = 'Canceled by the store',
): void {
  if (!CANCELABLE.includes(order.status))
    throw refuse(`This order cannot be canceled: it is ${order.status}.`)
  cancelAndRefund(context, order, reason)
}

/** Printful's staff can cancel orders that the API can't. */
export function cancelAndRefund(
  context: ProviderContext,
  order: OrderRecord,
  reason: string,
): void {
  const paid = context.state.charges.some(
    ({ orderId, kind }) => orderId === order.id && kind === 'charge',
  )
  if (paid && order.costs)
    context.state.charges.push({
      orderId: order.id,
      kind: 'refund',
      amount: order.costs.total,
      at: context.clock.now(),
    })
  order.nextAt = null
  move(context, order, 'canceled')
  orderEvent(context, order, 'order_canceled', { reason })
  orderEvent(context, order, 'order_updated')
  context.save()
}

export function move(
  context: ProviderContext,
  order: OrderRecord,
  status: OrderRecord['status'],
): void {
  order.status = status
  order.updatedAt = context.clock.now()
  context.save()
}

function apply(context: ProviderContext, order: OrderRecord, request: OrderRequest): void {
  if (request.recipient) order.recipient = checkedRecipient(request.recipient)
  if (request.shipping !== undefined) {
    if (!isMethod(request.shipping))
      throw refuse(`Invalid shipping method: ${request.shipping}`, 'OR-4')
    order.shipping = request.shipping
  }
  if (request.items) {
    const names = request.items.flatMap(({ external_id }) => external_id ?? [])
    if (new Set(names).size < names.length)
      throw refuse('Item external IDs must be unique within the order.', 'OR-5')
    const items = request.items.map((item) => itemOf(context, order, item))
    if (new Set(items.map(({ id }) => id)).size < items.length)
      throw refuse('Two items of the request are the same item of the order.', 'OR-5')
    order.items = items
  }
  if (request.retail_costs !== undefined) order.retailCosts = request.retail_costs
  if (request.gift !== undefined) order.gift = request.gift
  if (request.packing_slip !== undefined) order.packingSlip = request.packing_slip
  order.costs = costsOf(order.items, order.recipient, order.shipping as Method)
  order.updatedAt = context.clock.now()
}

/** Country, and state where there are states; the names are added as Printful does. */
export function checkedRecipient(recipient: Record<string, unknown>): Record<string, unknown> {
  const country = countryOf(String(recipient.country_code))
  if (!country) throw refuse(`Recipient: Invalid country code: ${String(recipient.country_code)}`)
  const state = country.states?.find(({ code }) => code === recipient.state_code)
  if (country.states && !state)
    throw refuse(`Recipient: State code is required and must be valid for ${country.name}.`)
  if (!recipient.zip && country.code !== 'IE')
    throw refuse('Recipient: ZIP/Postal code is required.')
  return { ...recipient, country_name: country.name, state_name: state?.name ?? null }
}

/** Exactly one way to say what is printed (reference, section 6); an item that is existing by id or external id keeps its id. */
export function itemOf(
  context: ProviderContext,
  order: OrderRecord,
  request: ItemRequest,
): ItemRecord {
  const identifiers = [
    request.sync_variant_id,
    request.external_variant_id,
    request.warehouse_product_variant_id,
    request.product_template_id ?? (request.variant_id !== undefined ? 'files' : undefined),
  ]
  if (identifiers.filter((identifier) => identifier !== undefined).length !== 1)
    throw refuse('Each item needs exactly one product identifier.', 'OR-5')
  const existing = order.items.find(
    ({ id, externalId }) =>
      id === request.id || (request.external_id && externalId === request.external_id),
  )
  const shared = {
    id: existing?.id ?? newId(context),
    externalId: request.external_id ?? null,
    quantity: request.quantity,
    retailPrice:
      request.retail_price === undefined || request.retail_price === null
        ? null
        : Number(request.retail_price).toFixed(2),
  }
  if (request.variant_id !== undefined) {
    const blank = catalogVariant(request.variant_id)
    if (!blank) throw refuse(`Variant ${request.variant_id} does not exist.`, 'OR-5')
    if (!request.product_template_id && !request.files?.length)
      throw refuse('Item: files are required with variant_id.', 'OR-5')
    return {
      ...shared,
      syncVariantId: null,
      externalVariantId: null,
      variantId: blank.id,
      price: blank.price,
      name: request.name ?? blank.garment.model,
      files: request.files ?? [],
      options: request.options ?? [],
      sku: request.sku ?? null,
    }
  }
  const reference =
    request.sync_variant_id ?? (request.external_variant_id && `@${request.external_variant_id}`)
  const match = reference === undefined ? undefined : findVariant(context, String(reference))
  if (!match)
    throw refuse(
      `Sync variant not match: ${String(reference ?? request.warehouse_product_variant_id)}`,
      'OR-5',
    )
  const { variant, product } = match
  if (!variant.synced || product.ignored || variant.ignored)
    throw refuse(`Item "${variant.name}" is not synced.`, 'OR-7')
  return {
    ...shared,
    retailPrice: shared.retailPrice ?? variant.retailPrice,
    syncVariantId: variant.id,
    externalVariantId: variant.externalId,
    variantId: variant.variantId,
    price: catalogVariant(variant.variantId)?.price ?? '10.00',
    name: request.name ?? variant.name,
    files: variant.files,
    options: variant.options,
    sku: request.sku ?? variant.sku,
  }
}

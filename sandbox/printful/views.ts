import { STORE_ID } from './auth'
import { type CatalogVariant, catalogVariant, type Garment, GARMENTS, variantsOf } from './catalog'
import { type ProviderContext, seconds } from './context'
import { type Method, METHODS } from './costs'
import { availabilityOf } from './lookup'
import type {
  FileRecord,
  ItemRecord,
  OrderRecord,
  ProductRecord,
  ShipmentRecord,
  VariantRecord,
} from './state'

const categoryId = (garment: Garment): number => 20 + (garment.id % 30)
export function categoryOf(catalogVariantId: number): number | null {
  const blank = catalogVariant(catalogVariantId)
  return blank ? categoryId(blank.garment) : null
}
const slug = (text: string) => text.toLowerCase().replace(/\W+/g, '-').replace(/^-|-$/g, '')

export function syncProductView({ pictures }: ProviderContext, product: ProductRecord) {
  return {
    id: product.id,
    external_id: product.externalId,
    name: product.name,
    variants: product.variants.length,
    synced: product.variants.filter(({ synced }) => synced).length,
    thumbnail_url: product.thumbnail === null ? null : absolute(pictures.url, product.thumbnail),
    is_ignored: product.ignored,
  }
}

export function syncVariantView(
  context: ProviderContext,
  product: ProductRecord,
  variant: VariantRecord,
) {
  const blank = catalogVariant(variant.variantId)
  return {
    id: variant.id,
    external_id: variant.externalId,
    sync_product_id: product.id,
    name: variant.name,
    synced: variant.synced,
    variant_id: variant.variantId,
    main_category_id: categoryOf(variant.variantId),
    warehouse_product_id: null,
    warehouse_product_variant_id: null,
    retail_price: variant.retailPrice,
    sku: variant.sku,
    currency: variant.currency,
    product: blank && {
      variant_id: blank.id,
      product_id: blank.garment.id,
      image: blankPicture(context, blank),
      name: `${blank.garment.model} (${blank.color} / ${blank.size})`,
    },
    files: variant.files.map((file) => fileView(context, file)),
    options: variant.options,
    is_ignored: variant.ignored,
    size: variant.size,
    color: variant.color,
    availability_status: variant.availability,
  }
}

export function fileView({ pictures, clock }: ProviderContext, file: FileRecord) {
  const status = file.status === 'waiting' && clock.now() >= file.readyAt ? 'ok' : file.status
  const address = status === 'ok' ? absolute(pictures.url, file.picture) : null
  return {
    id: file.id,
    type: file.type,
    hash: status === 'ok' ? file.id.toString(16).padStart(32, '0') : null,
    url: file.url,
    filename: file.picture,
    mime_type: file.picture.endsWith('.png') ? 'image/png' : 'image/jpeg',
    size: status === 'ok' ? 48_211 : 0,
    width: status === 'ok' ? 800 : null,
    height: status === 'ok' ? 800 : null,
    dpi: status === 'ok' ? 300 : null,
    status,
    created: 1_760_000_000,
    thumbnail_url: address,
    preview_url: address,
    visible: file.type !== 'preview',
    is_temporary: false,
    options: [],
    stitch_count_tier: null,
  }
}

const absolute = (url: (file: string) => string, file: string) =>
  /^https?:/.test(file) ? file : url(file)
const blankPicture = ({ pictures }: ProviderContext, blank: CatalogVariant) =>
  pictures.url(`blank-${blank.garment.id}-${slug(blank.color)}.jpg`)

export function orderView(context: ProviderContext, order: OrderRecord) {
  const retail = retailCosts(order)
  const profit =
    retail && order.costs ? (Number(retail.total) - Number(order.costs.total)).toFixed(2) : null
  return {
    id: order.id,
    external_id: order.externalId,
    store: STORE_ID,
    status: order.status,
    error: order.error,
    shipping: order.shipping,
    shipping_service_name: METHODS[order.shipping as Method].name,
    created: seconds(order.createdAt),
    updated: seconds(order.updatedAt),
    recipient: order.recipient,
    notes: null,
    items: order.items.map((item) => itemView(context, item)),
    branding_items: [],
    incomplete_items: [],
    costs: order.costs,
    retail_costs: retail,
    pricing_breakdown:
      profit === null
        ? []
        : [
            {
              customer_pays: retail?.total,
              printful_price: order.costs?.total,
              profit,
              currency_symbol: '$',
            },
          ],
    shipments: order.shipments.map((shipment) => shipmentView(order, shipment)),
    gift: order.gift,
    packing_slip: order.packingSlip,
    is_sample: false,
    needs_approval: false,
    not_synced: false,
    has_discontinued_items: order.items.some(
      (item) => availabilityOf(context, item) === 'discontinued',
    ),
    can_change_hold: order.status === 'onhold',
    dashboard_url: `${context.pictures.url('').replace(/pictures\/$/, '')}dashboard?order_id=${order.id}`,
  }
}

/** Used only if every item has a retail price (reference, section 6). */
function retailCosts(order: OrderRecord) {
  if (!order.items.every(({ retailPrice }) => retailPrice !== null)) return null
  const costs = order.retailCosts ?? {}
  const money = (value: unknown) =>
    value === undefined || value === null ? null : Number(value).toFixed(2)
  const subtotal =
    money(costs.subtotal) ??
    order.items
      .reduce((sum, { retailPrice, quantity }) => sum + Number(retailPrice) * quantity, 0)
      .toFixed(2)
  const total =
    Number(subtotal) -
    Number(money(costs.discount) ?? 0) +
    Number(money(costs.shipping) ?? 0) +
    Number(money(costs.tax) ?? 0)
  return {
    currency: costs.currency ?? 'USD',
    subtotal,
    discount: money(costs.discount),
    shipping: money(costs.shipping),
    tax: money(costs.tax),
    vat: null,
    total: total.toFixed(2),
  }
}

function itemView(context: ProviderContext, item: ItemRecord) {
  const blank = catalogVariant(item.variantId)
  const state = availabilityOf(context, item)
  return {
    id: item.id,
    external_id: item.externalId,
    variant_id: item.variantId,
    sync_variant_id: item.syncVariantId,
    external_variant_id: item.externalVariantId,
    warehouse_product_variant_id: null,
    product_template_id: null,
    quantity: item.quantity,
    price: item.price,
    retail_price: item.retailPrice,
    name: item.name,
    product: blank && {
      variant_id: blank.id,
      product_id: blank.garment.id,
      image: blankPicture(context, blank),
      name: `${blank.garment.model} (${blank.color} / ${blank.size})`,
    },
    files: item.files.map((file) =>
      'picture' in (file as object) ? fileView(context, file as FileRecord) : file,
    ),
    options: item.options,
    sku: item.sku,
    discontinued: state === 'discontinued',
    out_of_stock: state === 'out_of_stock' || state === 'temporary_out_of_stock',
  }
}

export function shipmentView(order: OrderRecord, shipment: ShipmentRecord) {
  return {
    id: shipment.id,
    carrier: shipment.carrier,
    service: shipment.service,
    // Sometimes a number, sometimes text (reference, section 6).
    tracking_number:
      shipment.id % 2 === 0 ? shipment.trackingNumber : Number(shipment.trackingNumber),
    tracking_url: `https://myorders.co/tracking/${order.id}/${shipment.trackingNumber}`,
    created: seconds(shipment.at),
    ship_date: new Date(shipment.at).toISOString().slice(0, 10),
    shipped_at: String(seconds(shipment.at)),
    reshipment: shipment.reshipment,
    items: shipment.items.map(({ itemId, quantity }) => ({
      item_id: itemId,
      quantity,
      picked: quantity,
      printed: quantity,
    })),
  }
}

export function catalogProductView(context: ProviderContext, garment: Garment) {
  return {
    id: garment.id,
    main_category_id: categoryId(garment),
    type: garment.type,
    type_name: garment.typeName,
    title: [garment.brand, garment.model].filter(Boolean).join(' | '),
    brand: garment.brand,
    model: garment.model,
    image: context.pictures.url(`blank-${garment.id}.jpg`),
    variant_count: variantsOf(garment).length,
    currency: 'USD',
    files: [
      { id: 'default', type: 'front', title: 'Front print', additional_price: null, options: [] },
      { id: 'preview', type: 'mockup', title: 'Mockup', additional_price: null, options: [] },
    ],
    options: [],
    is_discontinued: false,
    avg_fulfillment_time: 4.3,
    description: `The ${garment.typeName.toLowerCase()} ${garment.model}, printed to order.`,
    techniques: [{ key: garment.technique, display_name: garment.technique, is_default: true }],
    origin_country: 'US',
  }
}

export function catalogVariantView(context: ProviderContext, blank: CatalogVariant) {
  const availability = worst(context, blank.id)
  return {
    id: blank.id,
    product_id: blank.garment.id,
    name: `${blank.garment.model} (${blank.color} / ${blank.size})`,
    size: blank.size,
    color: blank.color,
    color_code: blank.code,
    color_code2: null,
    image: blankPicture(context, blank),
    price: blank.price,
    in_stock: availability === 'in_stock',
    availability_regions: { US: 'USA', EU: 'Europe' },
    availability_status: ['US', 'EU'].map((region) => ({ region, status: availability })),
    material: [{ name: 'cotton', percentage: 100 }],
  }
}

/** The catalog's stock follows what the control port set for this variant. */
function worst({ state }: ProviderContext, variantId: number): string {
  const all = Object.values(state.products)
    .flatMap(({ variants }) => variants)
    .filter((variant) => variant.variantId === variantId)
  if (all.length === 0 || all.some(({ availability }) => availability === 'active'))
    return 'in_stock'
  return all[0]?.availability === 'discontinued' ? 'discontinued' : 'stocked_on_demand'
}

export function garmentById(id: number): Garment | undefined {
  return GARMENTS.find((garment) => garment.id === id)
}

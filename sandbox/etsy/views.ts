import type { Pictures } from '../core/fixture-pictures'
import type { InventoryProduct, ListingRecord } from './fixtures'
import { SHOP_ID, USER_ID } from './state'

const money = (amount: number, { divisor, currency }: ListingRecord) => ({
  amount,
  divisor,
  currency_code: currency,
})

const sellable = (listing: ListingRecord) =>
  (listing.inventory ?? [])
    .filter(({ deleted }) => !deleted)
    .flatMap(({ offerings }) => offerings.filter(({ enabled, deleted }) => enabled && !deleted))

/** A listing as every listing call returns it, without the `includes` of the request. */
export function listingView(listing: ListingRecord, origin: string) {
  const offerings = sellable(listing)
  const lowest =
    offerings.length > 0 ? Math.min(...offerings.map(({ amount }) => amount)) : listing.amount
  const created = listing.createdAt
  return {
    listing_id: listing.id,
    user_id: USER_ID,
    shop_id: SHOP_ID,
    title: listing.title,
    description: listing.description,
    rich_description: listing.richDescription,
    state: listing.state,
    creation_timestamp: created,
    created_timestamp: created,
    ending_timestamp: created + 120 * 86_400,
    original_creation_timestamp: created,
    last_modified_timestamp: listing.updatedAt,
    updated_timestamp: listing.updatedAt,
    state_timestamp: created,
    quantity: listing.inventory
      ? offerings.reduce((sum, { quantity }) => sum + quantity, 0)
      : listing.quantity,
    shop_section_id: listing.sectionId,
    featured_rank: -1,
    url: `${origin}/listing/${listing.id}`,
    num_favorers: listing.id % 90,
    non_taxable: false,
    is_taxable: true,
    is_customizable: true,
    is_personalizable: listing.personalizable,
    personalization: {
      personalization_questions: listing.personalizable
        ? [{ question_text: 'Which date?', question_type: 'text', required: false }]
        : [],
    },
    listing_type: listing.kind,
    tags: listing.tags,
    materials: listing.materials,
    style: [],
    skus: [...new Set((listing.inventory ?? []).map(({ sku }) => sku).filter(Boolean))],
    shipping_profile_id: listing.kind === 'download' ? null : 190_000_001,
    return_policy_id: 1,
    readiness_state_id: null,
    processing_min: 3,
    processing_max: 5,
    who_made: 'i_did',
    when_made: 'made_to_order',
    is_supply: false,
    is_private: false,
    item_weight: listing.kind === 'download' ? null : 8,
    item_weight_unit: listing.kind === 'download' ? null : 'oz',
    item_length: null,
    item_width: null,
    item_height: null,
    item_dimensions_unit: null,
    taxonomy_id: listing.taxonomyId,
    has_variations: (listing.inventory ?? []).some(({ properties }) => properties.length > 0),
    should_auto_renew: true,
    language: 'en-US',
    views: listing.id % 700,
    price: money(lowest, listing),
    converted_price: null,
  }
}

/** @param showDeleted whether deleted products are listed, as when a request asks for them or includes the inventory */
export function inventoryView(
  products: InventoryProduct[],
  listing: ListingRecord,
  showDeleted = true,
) {
  const varies = products.some(({ properties }) => properties.some(({ id }) => id === 100))
  return {
    products: products
      .filter(({ deleted }) => showDeleted || !deleted)
      .map((product) => ({
        product_id: product.id,
        sku: product.sku,
        is_deleted: product.deleted,
        offerings: product.offerings.map((offering) => ({
          offering_id: offering.id,
          quantity: offering.quantity,
          is_enabled: offering.enabled,
          is_deleted: offering.deleted,
          price: money(offering.amount, listing),
          readiness_state_id: null,
        })),
        property_values: product.properties.map((property) => ({
          property_id: property.id,
          property_name: property.name,
          scale_id: property.scaleId,
          scale_name: property.scaleName,
          value_ids: [property.valueId],
          values: [property.value],
        })),
      })),
    price_on_property: varies ? [100] : [],
    quantity_on_property: [],
    sku_on_property: [],
    readiness_state_on_property: [],
  }
}

export function shippingView(listing: ListingRecord) {
  return listing.kind === 'download'
    ? null
    : {
        shipping_profile_id: 190_000_001,
        title: 'From the studio',
        user_id: USER_ID,
        origin_country_iso: 'US',
        origin_postal_code: '05301',
        is_deleted: false,
        profile_type: 'manual',
        min_processing_days: 3,
        max_processing_days: 5,
        processing_days_display_label: '3-5 days',
        shipping_profile_destinations: [],
        shipping_profile_upgrades: [],
      }
}

export function imageViews(listing: ListingRecord, pictures: Pictures) {
  return listing.images.map((image, index) => {
    const url = pictures.url(image.file)
    return {
      listing_id: listing.id,
      listing_image_id: image.id,
      hex_code: null,
      red: null,
      green: null,
      blue: null,
      hue: null,
      saturation: null,
      brightness: null,
      is_black_and_white: null,
      creation_tsz: listing.createdAt,
      created_timestamp: listing.createdAt,
      rank: index + 1,
      url_75x75: url,
      url_170x135: url,
      url_570xN: url,
      url_fullxfull: url,
      full_height: 800,
      full_width: 800,
      alt_text: image.alt,
    }
  })
}

export function videoViews(listing: ListingRecord, pictures: Pictures) {
  return listing.videos.map((video) => ({
    video_id: video.id,
    height: 1080,
    width: 1080,
    thumbnail_url: pictures.url(video.file),
    video_url: `${pictures.url(video.file).replace(/\.jpg$/, '.mp4')}`,
    video_state: 'active',
  }))
}

export function shopView(origin: string, active: number) {
  return {
    shop_id: SHOP_ID,
    user_id: USER_ID,
    shop_name: 'DayfernStudio',
    create_date: 1_610_000_000,
    created_timestamp: 1_610_000_000,
    title: 'Quiet things for people in recovery',
    announcement: null,
    currency_code: 'USD',
    is_vacation: false,
    vacation_message: null,
    sale_message: null,
    digital_sale_message: null,
    update_date: 1_792_000_000,
    updated_timestamp: 1_792_000_000,
    listing_active_count: active,
    digital_listing_count: 25,
    login_name: 'dayfern',
    accepts_custom_requests: true,
    url: `${origin}/shop/DayfernStudio`,
    image_url_760x100: null,
    num_favorers: 812,
    languages: ['en-US'],
    icon_url_fullxfull: `${origin}/pictures/shop-icon.jpg`,
    is_using_structured_policies: true,
    review_average: 4.94,
    review_count: 318,
    transaction_sold_count: 1_904,
    shipping_from_country_iso: 'US',
    shop_location_country_iso: 'US',
  }
}

export const SECTIONS = [
  ['Wear', 41_000_001],
  ['Home', 41_000_002],
  ['Print at home', 41_000_003],
] as const

const node = (
  id: number,
  level: number,
  name: string,
  parent: number | null,
  path: number[],
  children: unknown[] = [],
) => ({ id, level, name, parent_id: parent, children, full_path_taxonomy_ids: path })

export const TAXONOMY = [
  node(
    374,
    0,
    'Clothing',
    null,
    [374],
    [node(482, 1, 'T-shirts', 374, [374, 482]), node(2_202, 1, 'Hoodies', 374, [374, 2_202])],
  ),
  node(
    891,
    0,
    'Home & Living',
    null,
    [891],
    [node(1_062, 1, 'Mugs', 891, [891, 1_062]), node(1_029, 1, 'Wall Decor', 891, [891, 1_029])],
  ),
  node(1, 0, 'Accessories', null, [1], [node(1_234, 1, 'Keychains & Lanyards', 1, [1, 1_234])]),
]

import { changedFields } from '@/admin/form/form-values'
import type { SelectedPicture } from '@/admin/form/media-picker/library-file'
import type { AdminProduct, StoredPicture } from '@/modules/catalog/queries/admin-products'
import { defaultColors, defaultSizes, variantKeys } from '@/modules/catalog/rules/product'
import { type Cents, toDecimal } from '@/platform/money'
import { fromZonedDateTime, toZonedDateTime } from '@/platform/time-zones'

export type VariantFormValues = {
  sku: string
  priceOverride: string
  cost: string
  available: boolean
  unavailableReason: string | null
}
/** The form values: all text, so that nothing typed is lost. */
export type ProductFormValues = {
  name: string
  slug: string
  description: string
  basePrice: string
  salePrice: string
  /** On the shop’s clock, as fields of type datetime-local have it. */
  saleStartsAt: string
  saleEndsAt: string
  categoryId: string
  tags: string[]
  sizes: string[]
  colors: string[]
  isActive: boolean
  isFeatured: boolean
  isFinalSale: boolean
  images: SelectedPicture[]
  colorImages: Record<string, SelectedPicture[]>
  designInspiration: string
  artwork: SelectedPicture | null
  careInstructions: string
  weightOunces: string
  sizeGuide: { size: string; chest: string; length: string }[]
  canvaDesignUrl: string
  seoTitle: string
  seoDescription: string
  /** By size and color; removed combinations keep their values. */
  variants: Record<string, VariantFormValues>
}
export type VariantOptions = { size: string | null; color: string | null }

export function variantKey({ size, color }: VariantOptions): string {
  return JSON.stringify([color, size])
}
const emptyVariant: VariantFormValues = {
  sku: '',
  priceOverride: '',
  cost: '',
  available: true,
  unavailableReason: null,
}
export function variantValues(draft: ProductFormValues, key: VariantOptions): VariantFormValues {
  return draft.variants[variantKey(key)] ?? emptyVariant
}

const money = (cents: Cents | null): string => (cents === null ? '' : toDecimal(cents))
const picked = ({ id, baseName, alt, isTrashed }: StoredPicture): SelectedPicture => ({
  id,
  baseName,
  alt,
  isTrashed,
})

/** Admin specification 5: the defaults of a new product. */
export const emptyProductForm: ProductFormValues = {
  name: '',
  slug: '',
  description: '',
  basePrice: '',
  salePrice: '',
  saleStartsAt: '',
  saleEndsAt: '',
  categoryId: '',
  tags: [],
  sizes: [...defaultSizes],
  colors: [...defaultColors],
  isActive: true,
  isFeatured: false,
  isFinalSale: false,
  images: [],
  colorImages: {},
  designInspiration: '',
  artwork: null,
  careInstructions: '',
  weightOunces: '',
  sizeGuide: [],
  canvaDesignUrl: '',
  seoTitle: '',
  seoDescription: '',
  variants: {},
}

export function toProductFormValues(product: AdminProduct, timeZone: string): ProductFormValues {
  return {
    name: product.name,
    slug: product.slug ?? '',
    description: product.description,
    basePrice: money(product.basePriceCents),
    salePrice: money(product.salePriceCents),
    saleStartsAt: product.saleStartsAt ? toZonedDateTime(product.saleStartsAt, timeZone) : '',
    saleEndsAt: product.saleEndsAt ? toZonedDateTime(product.saleEndsAt, timeZone) : '',
    categoryId: product.categoryId === null ? '' : String(product.categoryId),
    tags: product.tags,
    sizes: product.sizesAvailable,
    colors: product.colorsAvailable,
    isActive: product.isActive,
    isFeatured: product.isFeatured,
    isFinalSale: product.isFinalSale,
    images: product.pictures.map(picked),
    colorImages: Object.fromEntries(
      product.colorPictures.map(({ color, pictures }) => [color, pictures.map(picked)]),
    ),
    designInspiration: product.designInspiration ?? '',
    artwork: product.artwork ? picked(product.artwork) : null,
    careInstructions: product.careInstructions ?? '',
    weightOunces: product.weightOunces === null ? '' : String(product.weightOunces),
    sizeGuide: product.sizeGuide,
    canvaDesignUrl: product.canvaDesignUrl ?? '',
    seoTitle: product.seoTitle ?? '',
    seoDescription: product.seoDescription ?? '',
    variants: Object.fromEntries(
      product.variants.map((variant) => [
        variantKey(variant),
        {
          sku: variant.sku ?? '',
          priceOverride: money(variant.priceOverrideCents),
          cost: money(variant.costCents),
          available: variant.available,
          unavailableReason: variant.unavailableReason,
        },
      ]),
    ),
  }
}

export function variantOptionsOf({
  sizes,
  colors,
}: Pick<ProductFormValues, 'sizes' | 'colors'>): VariantOptions[] {
  return variantKeys(sizes, colors)
}

/** The product payload of admin specification 7. */
export function toProductRequest(draft: ProductFormValues, timeZone: string) {
  return {
    name: draft.name,
    ...(draft.slug.trim() ? { slug: draft.slug.trim() } : {}),
    description: draft.description,
    basePrice: draft.basePrice,
    salePrice: draft.salePrice,
    saleStartsAt: fromZonedDateTime(draft.saleStartsAt, timeZone),
    saleEndsAt: fromZonedDateTime(draft.saleEndsAt, timeZone),
    categoryId: draft.categoryId === '' ? null : Number(draft.categoryId),
    tags: draft.tags,
    sizesAvailable: draft.sizes,
    colorsAvailable: draft.colors,
    isActive: draft.isActive,
    isFeatured: draft.isFeatured,
    isFinalSale: draft.isFinalSale,
    images: draft.images.map(({ id }) => id),
    colorImages: Object.fromEntries(
      draft.colors.map((color) => [color, (draft.colorImages[color] ?? []).map(({ id }) => id)]),
    ),
    designInspiration: draft.designInspiration,
    artwork: draft.artwork?.id ?? null,
    careInstructions: draft.careInstructions,
    weightOunces: draft.weightOunces,
    sizeGuide: draft.sizeGuide,
    canvaDesignUrl: draft.canvaDesignUrl,
    seoTitle: draft.seoTitle,
    seoDescription: draft.seoDescription,
    variants: variantOptionsOf(draft).map((key) => {
      const { sku, priceOverride, cost, available } = variantValues(draft, key)
      return { ...key, sku, priceOverride, cost, available }
    }),
  }
}

/**
 * What is sent after a conflict: only the changes made here. Variants are sent without unchanged values, or one that
 * Printful switched off meanwhile would be for sale again.
 */
export function toOverwriteRequest(
  saved: ProductFormValues,
  draft: ProductFormValues,
  timeZone: string,
) {
  const before = toProductRequest(saved, timeZone)
  const { variants, ...changed } = changedFields(before, toProductRequest(draft, timeZone))
  if (!variants) return changed
  const earlier = new Map(before.variants.map((variant) => [variantKey(variant), variant]))
  return {
    ...changed,
    variants: variants.map((variant) => {
      const { size, color } = variant
      const unchanged = earlier.get(variantKey(variant))
      return unchanged ? { size, color, ...changedFields(unchanged, variant) } : variant
    }),
  }
}

type Saved = {
  slug: string | null
  saleStartsAt: string | null
  variants: (VariantOptions & { sku: string | null })[]
}

/**
 * Fills in the slug, SKUs, and start of the sale that the server assigned, unless the start was changed since it was
 * sent.
 */
export function withAssignedValues(
  draft: ProductFormValues,
  { slug, saleStartsAt, variants }: Saved,
  sent: Pick<ProductFormValues, 'saleStartsAt'>,
  timeZone: string,
): ProductFormValues {
  return {
    ...draft,
    slug: draft.slug || slug || '',
    saleStartsAt:
      saleStartsAt && draft.saleStartsAt === sent.saleStartsAt
        ? toZonedDateTime(saleStartsAt, timeZone)
        : draft.saleStartsAt,
    variants: {
      ...draft.variants,
      ...Object.fromEntries(
        variants.map((key) => [
          variantKey(key),
          { ...variantValues(draft, key), sku: variantValues(draft, key).sku || key.sku || '' },
        ]),
      ),
    },
  }
}

export type ProductSectionProps = {
  draft: ProductFormValues
  set: (change: Partial<ProductFormValues>) => void
  /** Errors by field. */
  fields: Record<string, string>
}

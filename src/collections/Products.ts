import type { NumberFieldSingleValidation } from 'payload'

import { can } from '@/access/can'
import { nobody } from '@/access/nobody'
import { recordAudit } from '@/hooks/record-audit'
import { revalidateProduct } from '@/hooks/revalidate-tags'
import { syncVariants } from '@/hooks/sync-variants'
import { maxWeightOunces } from '@/modules/catalog/rules/garment-weight'
import {
  defaultColors,
  defaultSizes,
  isSaleEndValid,
  isSaleValid,
  saleEndMessage,
} from '@/modules/catalog/rules/product'
import type { Product } from '@/payload-types'

import { defineCollection } from './define-collection'
import { priceField, validateCents } from './fields/cents'

const audited = recordAudit({ type: 'product', without: ['syncedAt', 'serviceSaid', 'wasActive'] })

const validateSalePrice: NumberFieldSingleValidation = (value, options) => {
  const { basePriceCents } = options.siblingData as Pick<Product, 'basePriceCents'>
  return isSaleValid({ basePriceCents: basePriceCents ?? null, salePriceCents: value ?? null })
    ? validateCents(value, options)
    : 'The sale price must be lower than the base price.'
}

const validateSaleEnd = (
  value: Date | string | null | undefined,
  { siblingData }: { siblingData: unknown },
): string | true => {
  const { salePriceCents, saleStartsAt } = siblingData as Partial<Product>
  const saleEndsAt = value ? new Date(value).toISOString() : null
  return isSaleEndValid({ salePriceCents, saleStartsAt, saleEndsAt }) || saleEndMessage
}

export const Products = defineCollection({
  slug: 'products',
  trash: true,
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'basePriceCents', 'salePriceCents', 'isActive', 'isFeatured'],
    group: 'Shop',
    pagination: { defaultLimit: 25 },
  },
  access: {
    admin: can('panel:open'),
    create: can('products:write'),
    read: can('panel:open'),
    update: can('products:write'),
  },
  ownFields: ['printfulProductId', 'etsyListingId', 'syncedAt', 'serviceSaid'],
  fields: [
    {
      type: 'tabs',
      tabs: [
        {
          label: 'Product',
          fields: [
            { name: 'name', type: 'text', required: true, maxLength: 120 },
            { name: 'description', type: 'textarea', maxLength: 4000 },
            {
              type: 'row',
              fields: [
                priceField('basePriceCents', 'Base price, in cents'),
                priceField('salePriceCents', 'Sale price, in cents', validateSalePrice),
              ],
            },
            /** When the sale price holds. The database fills in an empty start (migration sale_rules). */
            {
              type: 'row',
              fields: [
                { name: 'saleStartsAt', type: 'date', label: 'Sale starts', index: true },
                {
                  name: 'saleEndsAt',
                  type: 'date',
                  label: 'Sale ends',
                  index: true,
                  validate: validateSaleEnd,
                },
              ],
            },
            { name: 'category', type: 'relationship', relationTo: 'categories', maxDepth: 0 },
            /** For shipping prices by weight. Without one the usual weight of its kind of garment applies. */
            {
              name: 'weightOunces',
              type: 'number',
              label: 'Weight, in ounces',
              min: 0.1,
              max: maxWeightOunces,
              admin: { step: 0.1 },
            },
            { name: 'tags', type: 'text', hasMany: true, maxRows: 30, maxLength: 60 },
            {
              type: 'row',
              fields: [
                { name: 'isActive', type: 'checkbox', label: 'Active', defaultValue: true },
                { name: 'isFeatured', type: 'checkbox', label: 'Featured', defaultValue: false },
                /** Can't be returned or exchanged unless it is faulty. */
                { name: 'isFinalSale', type: 'checkbox', label: 'Final sale', defaultValue: false },
              ],
            },
          ],
        },
        {
          label: 'Sizes, colors, and images',
          fields: [
            {
              name: 'sizesAvailable',
              type: 'text',
              hasMany: true,
              defaultValue: [...defaultSizes],
              maxRows: 20,
              maxLength: 40,
            },
            {
              name: 'colorsAvailable',
              type: 'text',
              hasMany: true,
              defaultValue: [...defaultColors],
              maxRows: 30,
              maxLength: 40,
            },
            { name: 'images', type: 'upload', relationTo: 'media', hasMany: true, maxDepth: 0 },
            {
              name: 'colorImages',
              type: 'array',
              labels: { singular: 'Color', plural: 'Images by color' },
              fields: [
                { name: 'color', type: 'text', required: true },
                { name: 'images', type: 'upload', relationTo: 'media', hasMany: true, maxDepth: 0 },
              ],
            },
            {
              name: 'variants',
              type: 'array',
              admin: { description: 'One for each size and color in the two lists above.' },
              fields: [
                {
                  type: 'row',
                  fields: [
                    { name: 'size', type: 'text' },
                    { name: 'color', type: 'text' },
                    { name: 'sku', type: 'text', index: true },
                    { name: 'available', type: 'checkbox', defaultValue: true },
                  ],
                },
                {
                  type: 'row',
                  fields: [
                    priceField('priceOverrideCents', 'Own price, in cents'),
                    {
                      ...priceField('costCents', 'Cost, in cents'),
                      access: { read: can('products:write') },
                    },
                    { name: 'printfulVariantId', type: 'text' },
                    { name: 'externalId', type: 'text', admin: { hidden: true } },
                    /** Why it is unavailable: 'discontinued', 'out of stock'. Written by the Printful sync. */
                    { name: 'unavailableReason', type: 'text', admin: { readOnly: true } },
                  ],
                },
              ],
            },
          ],
        },
        {
          label: 'Story',
          fields: [
            { name: 'designInspiration', type: 'textarea', maxLength: 4000 },
            { name: 'artwork', type: 'upload', relationTo: 'media', maxDepth: 0 },
            { name: 'careInstructions', type: 'textarea', maxLength: 2000 },
            {
              name: 'sizeGuide',
              type: 'array',
              admin: { description: 'Leave empty for the shop’s own table.' },
              fields: [
                {
                  type: 'row',
                  fields: [
                    { name: 'size', type: 'text', required: true },
                    { name: 'chest', type: 'text', required: true },
                    { name: 'length', type: 'text', required: true },
                  ],
                },
              ],
            },
            { name: 'canvaDesignUrl', type: 'text', maxLength: 500 },
          ],
        },
        {
          label: 'Search engines',
          fields: [
            { name: 'seoTitle', type: 'text', maxLength: 120 },
            { name: 'seoDescription', type: 'textarea', maxLength: 300 },
          ],
        },
      ],
    },
    {
      name: 'slug',
      type: 'text',
      unique: true,
      admin: { position: 'sidebar', description: 'A stable name for exports and imports.' },
    },
    {
      name: 'printfulProductId',
      type: 'text',
      unique: true,
      admin: { position: 'sidebar', readOnly: true },
    },
    { name: 'etsyListingId', type: 'text', unique: true, admin: { hidden: true } },
    { name: 'syncedAt', type: 'date', admin: { hidden: true } },
    /** Snapshot of the service at the last synchronization: what differs from it here was changed by staff. */
    { name: 'serviceSaid', type: 'json', admin: { hidden: true } },
    /** Whether it was for sale when it went to the trash; the database sets and reads it (migration panel_rules). */
    {
      name: 'wasActive',
      type: 'checkbox',
      admin: { hidden: true },
      access: { create: nobody, update: nobody },
    },
  ],
  hooks: {
    beforeChange: [syncVariants],
    afterChange: [revalidateProduct, audited.afterChange],
    afterDelete: [revalidateProduct, audited.afterDelete],
  },
})

import { z } from 'zod'

const text = z.string()
const amount = z.string().regex(/^\d+(\.\d{1,2})?$/)
const count = z.int().min(1).max(1000)

const fileSchema = z.looseObject({
  type: text.optional(),
  id: z.int().optional(),
  url: z.url().optional(),
})

export const itemSchema = z.looseObject({
  id: z.int().optional(),
  external_id: text.max(128).nullish(),
  sync_variant_id: z.int().optional(),
  external_variant_id: text.optional(),
  warehouse_product_variant_id: z.int().optional(),
  variant_id: z.int().optional(),
  product_template_id: z.int().optional(),
  quantity: count,
  retail_price: amount.nullish(),
  name: text.nullish(),
  sku: text.nullish(),
  files: z.array(fileSchema).optional(),
  options: z.array(z.looseObject({ id: text })).optional(),
})

export const recipientSchema = z.looseObject({
  name: text.min(1),
  company: text.optional(),
  address1: text.min(1),
  address2: text.optional(),
  city: text.min(1),
  state_code: text.nullish(),
  country_code: text.length(2),
  zip: text.nullish(),
  phone: text.optional(),
  email: text.optional(),
  tax_number: text.optional(),
})

const partsSchema = {
  /** Letters, digits, `-` and `_`, at most 32 (reference, section 0). */
  external_id: text
    .regex(/^[A-Za-z0-9_-]{1,32}$/, 'must be 1 to 32 letters, digits, - or _')
    .nullish(),
  shipping: text.optional(),
  retail_costs: z
    .looseObject({
      currency: text.optional(),
      subtotal: amount.nullish(),
      discount: amount.nullish(),
      shipping: amount.nullish(),
      tax: amount.nullish(),
    })
    .nullish(),
  gift: z
    .looseObject({ subject: text.max(200).nullish(), message: text.max(200).nullish() })
    .nullish(),
  packing_slip: z
    .looseObject({
      email: text.nullish(),
      phone: text.nullish(),
      message: text.nullish(),
      logo_url: text.nullish(),
      store_name: text.nullish(),
      custom_order_id: text.nullish(),
    })
    .nullish(),
}

export const createOrderSchema = z.looseObject({
  ...partsSchema,
  recipient: recipientSchema,
  items: z.array(itemSchema).min(1),
})
export const updateOrderSchema = z.looseObject({
  ...partsSchema,
  recipient: recipientSchema.optional(),
  items: z.array(itemSchema).min(1).optional(),
})

export type OrderRequest = z.output<typeof updateOrderSchema>
export type ItemRequest = z.output<typeof itemSchema>

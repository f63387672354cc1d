import { z } from 'zod'

import { choiceParam, createListParams, dayParams } from '@/admin/list/list-params'
import { adminProductSorts, productStates } from '@/modules/catalog/schemas/admin-products'

export const productsAddress = createListParams(
  '/admin/products',
  z.object({
    category: z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/)
      .catch(''),
    status: choiceParam(productStates),
    show: choiceParam(['unsellable']),
    ...dayParams,
    sort: z.enum(adminProductSorts).catch('newest'),
  }),
)
export type ProductsListParams = ReturnType<typeof productsAddress.parse>

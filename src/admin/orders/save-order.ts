import { toast } from '@payloadcms/ui'
import { api, ApiError } from '../../client/api'
import type { AdminOrder } from '../../queries/admin-orders'

/** The body of PUT /api/admin/orders/{id}, beside the version. */
export type OrderChange = Partial<Pick<AdminOrder, 'status' | 'notes' | 'trackingNumber'>> & { reason?: string }
export type SavedOrder = Pick<AdminOrder, 'status' | 'version' | 'paymentState' | 'notes' | 'trackingNumber'>

/** Saves and says how it went. Null when it did not: the failure was shown already. */
export const saveOrder = async (id: number, change: OrderChange & { version: number }): Promise<SavedOrder | null> => {
  try {
    return await api<SavedOrder>('PUT', `/api/admin/orders/${id}`, change)
  } catch (error) {
    const description = error instanceof ApiError
      ? error.error ?? error.message
      : 'The shop could not be reached. Please look at the order again before you repeat this.'
    toast.error('Error updating order', { description })
    return null
  }
}

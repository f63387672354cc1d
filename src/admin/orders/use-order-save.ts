import type { AdminOrder } from '../../queries/admin-orders'
import { useCall } from '../parts/use-call'

/** The body of PUT /api/admin/orders/{id}, beside the version. */
type OrderChange = Partial<Pick<AdminOrder, 'status' | 'notes' | 'trackingNumber'>> & { reason?: string }
export type SavedOrder = Pick<AdminOrder, 'status' | 'version' | 'paymentState' | 'notes' | 'trackingNumber'>

/** Saving one field of an order: one at a time, told by a toast (unless `isTold` elsewhere), the page read anew afterwards. */
export const useOrderSave = (id: number) => {
  const { call, isBusy, refusal } = useCall()
  const save = (change: OrderChange, version: number, isTold = false): Promise<SavedOrder | null> =>
    call<SavedOrder>('PUT', `/api/admin/orders/${id}`, { ...change, version }, { ...(isTold ? {} : { done: 'Order updated' }), failed: 'Error updating order' })
  return { isSaving: isBusy, refusal, save }
}

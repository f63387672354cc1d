import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import type { AdminOrder } from '@/modules/orders/queries/admin-orders'

/** The body of PUT /api/admin/orders/{id}, beside the version. */
type OrderChange = Partial<Pick<AdminOrder, 'status' | 'notes' | 'trackingNumber'>> & {
  reason?: string
}
export type SavedOrder = Pick<
  AdminOrder,
  'status' | 'version' | 'paymentState' | 'notes' | 'trackingNumber'
>

/** Saving one field of an order: one at a time, told by a toast (unless `isTold` elsewhere), the page read anew afterwards. */
export function useSaveOrder(id: number) {
  const { send, isBusy, refusal } = useAdminMutation()
  const save = (change: OrderChange, version: number, isTold = false): Promise<SavedOrder | null> =>
    send<SavedOrder>({
      method: 'PUT',
      path: `/api/admin/orders/${id}`,
      body: { ...change, version },
      ...(isTold ? {} : { done: 'Order updated' }),
      failed: 'Error updating order',
    })
  return { isSaving: isBusy, refusal, save }
}

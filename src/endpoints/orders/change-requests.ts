import { endpoint, idParams } from '@/endpoints/endpoint'
import { actorName } from '@/endpoints/http/actor-name'
import type { SignedInRequest } from '@/endpoints/http/current-user'
import {
  askToPayForMove,
  askToPayForSwap,
  withdrawRequest,
} from '@/modules/orders/actions/change-request'
import {
  adminOrderItemParams,
  changeRequestResponse,
  moveRequestBody,
  swapRequestBody,
} from '@/modules/orders/schemas/customer-orders'
import { parseMoney } from '@/platform/money'

const staffOf = (req: SignedInRequest) => ({ ...req.user, name: actorName(req) })

export const changeRequestEndpoints = [
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/items/:itemId/request',
    summary: 'Ask a customer to pay for a swap; the item is swapped after payment. Safe to repeat',
    requires: 'orders:write',
    stepUp: true,
    params: adminOrderItemParams,
    body: swapRequestBody,
    creates: true,
    response: changeRequestResponse,
    handle: async (req, { params: { id, itemId }, body: { charge, ...wanted } }) => {
      const { orderNumber } = await askToPayForSwap(
        req.payload,
        { orderId: id, itemId, wanted, chargeCents: parseMoney(charge) },
        staffOf(req),
      )
      return { id, orderNumber }
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/orders/:id/address/request',
    summary: 'Ask a customer to pay for a new address; it changes after payment. Safe to repeat',
    requires: 'orders:write',
    stepUp: true,
    params: idParams,
    body: moveRequestBody,
    creates: true,
    response: changeRequestResponse,
    handle: async (req, { params: { id }, body: { charge, ...address } }) => {
      const { orderNumber } = await askToPayForMove(
        req.payload,
        { orderId: id, address, chargeCents: parseMoney(charge) },
        staffOf(req),
      )
      return { id, orderNumber }
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/orders/:id/change-request',
    summary: 'Withdraw a request to pay for a change',
    requires: 'orders:write',
    params: idParams,
    response: changeRequestResponse.pick({ id: true }),
    handle: async (req, { params: { id } }) => {
      await withdrawRequest(req.payload, id, staffOf(req))
      return { id }
    },
  }),
]

import { z } from 'zod'

import { endpoint, idParams } from '@/endpoints/endpoint'
import type { SignedInRequest } from '@/endpoints/http/current-user'
import { deleteAddress, saveAddress, setDefaultAddress } from '@/modules/accounts/actions/addresses'
import { type AddressView, listAddresses } from '@/modules/accounts/queries/list-addresses'
import { addressResponse, savedAddressSchema } from '@/modules/accounts/schemas/profile'

const limit = { points: 60, seconds: 600 }
const addressesResponse = z.array(addressResponse)

/** Responds with all addresses of the user, as they are after `change`. */
async function listAfter(req: SignedInRequest, change: Promise<void>): Promise<AddressView[]> {
  await change
  return listAddresses(req.payload, req.user)
}

export const addressEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/account/addresses',
    summary: 'List your addresses, default first',
    signedIn: true,
    response: addressesResponse,
    limit: { points: 240, seconds: 600 },
    handle: (req) => listAddresses(req.payload, req.user),
  }),
  endpoint({
    method: 'post',
    path: '/api/account/addresses',
    summary: 'Save an address',
    signedIn: true,
    body: savedAddressSchema,
    creates: true,
    response: addressesResponse,
    limit,
    handle: (req, { body }) => listAfter(req, saveAddress(req.payload, req.user, body)),
  }),
  endpoint({
    method: 'put',
    path: '/api/account/addresses/:id',
    summary: 'Update an address',
    signedIn: true,
    params: idParams,
    body: savedAddressSchema,
    response: addressesResponse,
    limit,
    handle: (req, { params, body }) =>
      listAfter(req, saveAddress(req.payload, req.user, body, params.id)),
  }),
  endpoint({
    method: 'put',
    path: '/api/account/addresses/:id/default',
    summary: 'Set your default address',
    signedIn: true,
    params: idParams,
    response: addressesResponse,
    limit,
    handle: (req, { params }) =>
      listAfter(req, setDefaultAddress(req.payload, req.user, params.id)),
  }),
  endpoint({
    method: 'delete',
    path: '/api/account/addresses/:id',
    summary: 'Delete an address',
    signedIn: true,
    params: idParams,
    response: addressesResponse,
    limit,
    handle: (req, { params }) => listAfter(req, deleteAddress(req.payload, req.user, params.id)),
  }),
]

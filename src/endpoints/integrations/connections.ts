import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { hasPermission } from '@/access/can'
import { lowestRoleWith, roleLabels } from '@/access/roles'
import { emptyBody, endpoint } from '@/endpoints/endpoint'
import { getConnection, listConnections } from '@/modules/integrations/queries/connections'
import { connectionParams, connectionResponse, keysBody } from '@/modules/integrations/schemas'
import { saveConnectionKeys, switchConnection } from '@/platform/connections/credentials'
import {
  type ConnectionKey,
  connectionKeys,
  connectionPermissions,
  type ConnectionProvider,
  connectionProviders,
} from '@/platform/connections/definitions'
import { AppError, invalidFields } from '@/platform/errors'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'
import { queueJob } from '@/platform/job-queue'

/** Requires the provider's own permission; the endpoints admit users who may work with any provider. @throws AppError forbidden */
export function requireConnectionPermission(
  req: PayloadRequest,
  provider: ConnectionProvider,
): void {
  const permission = connectionPermissions[provider]
  if (!hasPermission(req, permission))
    throw new AppError(
      'forbidden',
      `You need the ${roleLabels[lowestRoleWith(permission)]} role to do this.`,
    )
}
const changeLimit = { points: 30, seconds: 600 }

/** Returns the keys without empty ones. @throws AppError invalid for unknown and missing keys */
function parseKeys(
  provider: ConnectionProvider,
  values: Record<string, string>,
): Record<string, string> {
  const fields: Record<string, string> = {}
  const keys: readonly ConnectionKey[] = connectionKeys[provider]
  for (const name of Object.keys(values))
    if (!keys.some((key) => key.name === name))
      fields[`keys.${name.slice(0, 40)}`] = 'Unknown field.'
  for (const key of keys)
    if (!key.optional && !values[key.name]) fields[`keys.${key.name}`] = 'Please fill this in.'
  if (Object.keys(fields).length > 0) throw invalidFields(fields)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value))
}

/** Queues what waited for a service while it was disconnected. */
const resumeWork = async ({ payload }: PayloadRequest, provider: ConnectionProvider) => {
  if (provider === 'mailchimp')
    await queueJob(
      payload.db.drizzle,
      'delete-from-mailchimp',
      {},
      { key: 'delete-from-mailchimp' },
    )
}

export const adminConnectionEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/connections',
    summary: 'List connections',
    requires: 'posts:import',
    response: z.array(connectionResponse),
    handle: (req) =>
      listConnections(
        req.payload,
        connectionProviders.filter((provider) =>
          hasPermission(req, connectionPermissions[provider]),
        ),
      ),
  }),
  endpoint({
    method: 'put',
    path: '/api/admin/connections/:provider',
    summary: 'Save a service’s keys, encrypted; they’re never shown again',
    requires: 'integrations:use',
    sessionOnly: true,
    stepUp: true,
    params: connectionParams,
    body: keysBody,
    response: connectionResponse,
    limit: changeLimit,
    handle: async (req, { params: { provider }, body: { keys } }) => {
      await saveConnectionKeys(req.payload, req.user, provider, parseKeys(provider, keys))
      resetCircuitBreakers()
      await resumeWork(req, provider)
      return getConnection(req.payload, provider)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/connections/:provider',
    summary: 'Disconnect a service, and delete its tokens and saved keys',
    requires: 'integrations:use',
    sessionOnly: true,
    stepUp: true,
    params: connectionParams,
    response: connectionResponse,
    limit: changeLimit,
    handle: async (req, { params: { provider } }) => {
      await switchConnection(req.payload, req.user, provider, false)
      return getConnection(req.payload, provider)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/connections/:provider/on',
    summary: 'Use the keys from the server environment again',
    requires: 'integrations:use',
    sessionOnly: true,
    stepUp: true,
    params: connectionParams,
    ...emptyBody,
    response: connectionResponse,
    limit: changeLimit,
    handle: async (req, { params: { provider } }) => {
      await switchConnection(req.payload, req.user, provider, true)
      await resumeWork(req, provider)
      return getConnection(req.payload, provider)
    },
  }),
]

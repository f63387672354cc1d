import type { PayloadRequest } from 'payload'
import { z } from 'zod'

import { hasPermission } from '@/access/can'
import { lowestRoleWith, roleLabels } from '@/access/roles'
import { endpoint } from '@/endpoints/endpoint'
import { getConnection, listConnections } from '@/modules/integrations/queries/connections'
import { connectionParams, connectionResponse, keysBody } from '@/modules/integrations/schemas'
import { disconnect, reconnect, saveConnectionKeys } from '@/platform/connections/credentials'
import {
  connectionKeys,
  connectionPermissions,
  type ConnectionProvider,
  connectionProviders,
} from '@/platform/connections/definitions'
import { AppError } from '@/platform/errors'
import { resetCircuitBreakers } from '@/platform/http/circuit-breaker'

/** Whether this person works with this service; the guard let in whoever works with any. */
export function requireConnectionPermission(
  req: PayloadRequest,
  provider: ConnectionProvider,
): void {
  const permission = connectionPermissions[provider]
  if (!hasPermission(req, permission))
    throw new AppError(
      'forbidden',
      `This needs the role ${roleLabels[lowestRoleWith(permission)]}.`,
    )
}
const actorOf = (req: PayloadRequest) => req.user as NonNullable<typeof req.user>
const changes = { points: 30, seconds: 600 }

/** What of the given keys this service knows; missing ones are named. */
const readKeys = (
  provider: ConnectionProvider,
  given: Record<string, string>,
): Record<string, string> => {
  const fields: Record<string, string> = {}
  const known = connectionKeys[provider] as readonly {
    name: string
    label: string
    optional?: true
  }[]
  for (const name of Object.keys(given))
    if (!known.some((key) => key.name === name))
      fields[`keys.${name.slice(0, 40)}`] = 'This is not known here.'
  for (const key of known)
    if (!key.optional && !given[key.name])
      fields[`keys.${key.name}`] = `Please fill in: ${key.label}.`
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid', 'Some of what was sent cannot be used.', { fields })
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value))
}

export const adminConnectionEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/admin/connections',
    summary: 'How each service is connected',
    requires: 'posts:import',
    answer: z.array(connectionResponse),
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
    summary: 'Keep the keys of a service, encrypted; they are never shown again',
    requires: 'integrations:use',
    peopleOnly: true,
    params: connectionParams,
    body: keysBody,
    answer: connectionResponse,
    limit: changes,
    handle: async (req, { params: { provider }, body: { keys } }) => {
      await saveConnectionKeys(req.payload, actorOf(req), provider, readKeys(provider, keys))
      resetCircuitBreakers()
      return getConnection(req.payload, provider)
    },
  }),
  endpoint({
    method: 'delete',
    path: '/api/admin/connections/:provider',
    summary: 'Disconnect a service: its tokens and the keys of the panel are forgotten',
    requires: 'integrations:use',
    peopleOnly: true,
    params: connectionParams,
    answer: connectionResponse,
    limit: changes,
    handle: async (req, { params: { provider } }) => {
      await disconnect(req.payload, actorOf(req), provider)
      return getConnection(req.payload, provider)
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/admin/connections/:provider/on',
    summary: 'Use the keys of the environment again',
    requires: 'integrations:use',
    peopleOnly: true,
    params: connectionParams,
    body: z.strictObject({}),
    bodyOptional: true,
    answer: connectionResponse,
    limit: changes,
    handle: async (req, { params: { provider } }) => {
      await reconnect(req.payload, actorOf(req), provider)
      return getConnection(req.payload, provider)
    },
  }),
]

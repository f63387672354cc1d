import config from '@payload-config'
import { getPayload } from 'payload'

import {
  type ApiDocument,
  type ApiOperation,
  getApiDocument,
} from '@/modules/shop/queries/openapi-document'

export type ApiCall = { method: string; path: string; operation: ApiOperation }
export type ApiResource = { slug: string; path: string; group: string; calls: ApiCall[] }

export async function readApiDocument(): Promise<ApiDocument> {
  return getApiDocument(await getPayload({ config }))
}

/** The part of a call's path that names its resource: '/api/admin/orders' of '/api/admin/orders/{id}/refunds'. */
const resourcePath = (path: string): string =>
  /^\/api\/(?:admin|account)\/[^/{]+|^\/api\/[^/{]+|^\/[^/{]+/.exec(path)?.[0] ?? path

const slugOf = (path: string): string =>
  path
    .replace(/^\/(api\/)?/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

/** All calls by resource, in the order of the document's groups. */
export function apiResources({ paths, tags }: ApiDocument): ApiResource[] {
  const resources = new Map<string, ApiResource>()
  for (const { name: group } of tags)
    for (const [path, operations] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations)) {
        if (!operation.tags.includes(group)) continue
        const base = resourcePath(path)
        const slug = slugOf(base)
        const resource = resources.get(slug) ?? { slug, path: base, group, calls: [] }
        resource.calls.push({ method, path, operation })
        resources.set(slug, resource)
      }
  return [...resources.values()]
}

export function groupId(group: string): string {
  return group.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

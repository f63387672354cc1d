import type { Random } from '../random'
import {
  asText,
  type BadRequest,
  fieldPaths,
  rawSegments,
  urlEncoded,
  withValueAt,
} from './generate'
import { oddBodies, oddTypes, oddValues } from './odd-values'

/** A collection of Payload's REST with one of its documents. */
export type Collection = { slug: string; document: Record<string, unknown> | undefined }

const listQueries = [
  'page',
  'limit',
  'depth',
  'sort',
  'where',
  'where[id][equals]',
  'where[id][in]',
  'where[or][0][and][0][id][equals]',
  'where[title][like]',
  'where[nothing][equals]',
  'select[id]',
  'select',
  'populate[media][url]',
  'joins',
  'locale',
  'fallback-locale',
  'draft',
  'trash',
  'pagination',
  'flattenLocales',
]
/** Payload's operators. Each field supports some of them. */
const comparisons = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'all',
  'exists',
  'greater_than',
  'less_than_equal',
  'like',
  'not_like',
  'contains',
  'within',
  'intersects',
  'near',
  'constructor',
] as const
const ownRoutes = [
  'GET /access',
  'POST /users/login',
  'POST /users/refresh-token',
  'GET /users/refresh-token',
  'GET /users/me',
  'POST /users/unlock',
  'POST /users/forgot-password',
  'POST /users/reset-password',
  'POST /users/verify/x',
  'GET /users/init',
  'GET /media/file/x.png',
  'GET /media/file/..%2f..%2fpackage.json',
  'GET /media/paste-url/1',
  'POST /media/folder',
  'GET /globals/shop-settings',
  'POST /globals/shop-settings',
  'GET /globals/nothing',
  'GET /payload-preferences/x',
  'POST /payload-preferences/x',
  'DELETE /payload-preferences/x',
  'GET /constructor',
  'GET /__proto__/1',
  'GET /payload-jobs/run',
  'GET /payload-migrations',
  'POST /graphql',
  'GET /nothing',
  'POST /content/1/duplicate',
  'GET /content/versions',
  'GET /content/versions/x',
  'POST /content/versions/1',
  'GET /content/count',
  'OPTIONS /content',
] as const

/** The forms that rich text takes in a body, most of them wrong. */
const richTexts = [null, 'abc', [], [null], {}, { children: 'abc' }, { children: [null] }].flatMap(
  (root) => [
    { body: { root } },
    { body: root },
    { body: { root: { type: 'root', children: root } } },
  ],
)
const nested = (levels: number): string =>
  `{"body":{"root":${'{"type":"quote","children":['.repeat(levels)}${']}'.repeat(levels)}}}`

const headersFor = (raw: string | undefined): Record<string, string> | undefined =>
  raw === undefined ? undefined : { 'Content-Type': 'application/json' }

/** A request to Payload's REST with an odd query, id, body, or content type. */
export function badRestRequest(collections: readonly Collection[], random: Random): BadRequest {
  const { slug, document = {} } = random.oneOf(collections)
  const own = asText(document.id ?? 1)
  const base = `/cms/api/${slug}`
  const id = random.oneOf([own, ...['x', '-1', '0', '1e9', '9'.repeat(30), ...rawSegments]])
  const wrong = random.oneOf(oddValues)
  const write = (raw: string, description: string): BadRequest => ({
    method: random.oneOf(['PATCH', 'PATCH', 'POST']),
    path: `${base}/${own}`,
    description,
    raw,
    headers: headersFor(raw),
  })
  const kinds: (() => BadRequest)[] = [
    () => {
      const query = Array.from({ length: 1 + random.below(2) }, () => {
        const name = random.oneOf(listQueries)
        return `${encodeURI(name)}=${urlEncoded(random.oneOf([random.oneOf(oddValues), -5, '-', 'id', 'createdAt', '{"id":{"equals":1}}']))}`
      }).join('&')
      return { method: 'GET', path: `${base}?${query}`, description: 'an odd query' }
    },
    () => {
      const field = random.oneOf(['id', ...Object.keys(document)])
      const where = `where[${field}][${random.oneOf(comparisons)}]`
      return {
        method: 'GET',
        path: `${base}?${encodeURI(where)}=${urlEncoded(random.oneOf(oddValues))}`,
        description: where,
      }
    },
    () => ({
      method: random.oneOf(['GET', 'PATCH', 'DELETE', 'PUT']),
      path: `${base}/${id}`,
      description: 'an odd id',
    }),
    () => {
      const paths = fieldPaths(document)
      const at = paths.length > 0 ? random.oneOf(paths) : ['id']
      const raw = JSON.stringify(withValueAt(document, at, wrong)) ?? 'null'
      return write(raw, `${at.join('.')} = ${asText(wrong).slice(0, 50)}`)
    },
    () => {
      const keys = Object.keys(document)
      const key = keys.length > 0 ? random.oneOf(keys) : 'title'
      return write(JSON.stringify({ [key]: wrong }), `${key} = ${asText(wrong).slice(0, 50)}`)
    },
    () => ({ ...write(random.oneOf(oddBodies), 'other bytes'), path: base, method: 'POST' }),
    () => write(JSON.stringify(random.oneOf(richTexts)), 'odd rich text'),
    () => write(nested(random.oneOf([50, 500, 5000])), 'nested rich text'),
    () => ({
      method: 'POST',
      path: '/cms/api/media',
      description: 'a file by its address',
      raw: JSON.stringify(
        random.oneOf([
          { url: 'http://127.0.0.1/x.png', filename: 'x.png' },
          { clientUploadContext: {}, file: { clientUploadContext: { prefix: '..' } } },
          { filename: '../../x.png', mimeType: 'image/png' },
        ]),
      ),
      headers: { 'Content-Type': 'application/json' },
    }),
    () => ({
      ...write(JSON.stringify({ title: 'x' }), 'another content type'),
      headers: { 'Content-Type': random.oneOf(oddTypes) },
    }),
    () => {
      const [method = 'GET', path = ''] = random.oneOf(ownRoutes).split(' ')
      const raw = method === 'POST' ? random.oneOf([...oddBodies, '{}', '{"a":1}']) : undefined
      return {
        method,
        path: `/cms/api${path}`,
        description: 'a route of its own',
        raw,
        headers: headersFor(raw),
      }
    },
  ]
  return random.oneOf(kinds)()
}

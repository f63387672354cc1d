import config from '@payload-config'
import type { Metadata } from 'next'
import { getPayload } from 'payload'

import {
  type ApiDocument,
  type ApiOperation,
  getApiDocument,
} from '@/modules/shop/queries/openapi-document'

import { ApiOperationDetails } from './api-operation'
import { SchemaTable } from './schema-table'

export const dynamic = 'force-static'
export const metadata: Metadata = {
  title: 'API',
  description: 'The HTTP API of the shop: calls, what they take and what they answer.',
  alternates: { canonical: '/api/docs' },
  robots: { index: false },
}

const anchor = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const operationsOf = (
  { paths }: ApiDocument,
  tag: string,
): { method: string; path: string; operation: ApiOperation }[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
    )
    .filter(({ operation }) => operation.tags.includes(tag))

const rules = [
  ['Money', 'A decimal string in US dollars: "28.00".'],
  ['Ids and dates', 'Ids are whole numbers. Dates are ISO 8601 in UTC.'],
  [
    'Lists',
    'A JSON array. page and limit page it (100 at most); X-Total-Count tells how many there are, and Link where the first, previous, next and last pages are.',
  ],
  [
    'Refusals',
    'Always { "error": a sentence, "code": a word, "fields"?: what is wrong with each }, with the right status. An unknown parameter or field is refused too.',
  ],
  [
    'Keeping answers',
    'The catalogue and the texts may be kept for a minute. Send the ETag back as If-None-Match, and what still holds answers 304.',
  ],
  [
    'Limits',
    'Each call says how often one address may make it. Above that it answers 429, with the seconds to wait in Retry-After.',
  ],
  [
    'Signing in',
    'Some calls are for people who are signed in; they carry the cookie that POST /api/auth/local sets. With curl: -c cookies.txt keeps it, -b cookies.txt sends it.',
  ],
  [
    'API keys',
    'Programs of the shop’s staff send a key instead: Authorization: Bearer dfk_…, made in the panel. It may do what was chosen for it, and no more than the person who made it; signing in, accounts, roles and the keys themselves are not for keys. A key in an address is refused.',
  ],
] as const

const ApiPage = async () => {
  const document = getApiDocument(await getPayload({ config }))
  const site = document.servers[0]?.url ?? ''
  const named = Object.entries(document.components.schemas)
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-16 pb-(--sec) lg:grid-cols-[13rem_minmax(0,1fr)]">
      <header className="grid max-w-[50rem] gap-5 pt-[clamp(1.4rem,3vw,3rem)] pb-[clamp(1.8rem,4vw,3.4rem)] lg:col-start-2">
        <h1 className="text-d1">API</h1>
        <p className="text-lead text-ink-soft">
          Everything the shop’s pages do, they do through these calls. They are open to your
          programs too.
        </p>
        <p>
          For tools there is the same as{' '}
          <a href="/api/openapi.json" className="link">
            an OpenAPI 3.1 document
          </a>
          .
        </p>
      </header>
      <nav
        aria-label="Kinds of calls"
        className="lg:sticky lg:top-24 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start lg:pt-[clamp(1.4rem,3vw,3rem)]"
      >
        <ul className="flex flex-wrap gap-x-5 lg:grid">
          {document.tags.map(({ name }) => (
            <li key={name}>
              <a
                href={`#${anchor(name)}`}
                className="inline-flex min-h-11 items-center font-[550] hover:underline"
              >
                {name}
              </a>
            </li>
          ))}
          <li>
            <a
              href="#shapes"
              className="inline-flex min-h-11 items-center font-[550] hover:underline"
            >
              Shapes
            </a>
          </li>
        </ul>
      </nav>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-16 max-lg:mt-8 lg:col-start-2">
        <dl className="grid gap-x-8 gap-y-3 rounded-sheet bg-moss p-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
          {rules.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="font-semibold">{name}</dt>
              <dd className="text-ink-soft max-sm:mb-2">{text}</dd>
            </div>
          ))}
        </dl>
        {document.tags.map(({ name }) => (
          <section key={name} aria-labelledby={anchor(name)}>
            <h2 id={anchor(name)} className="mb-5 text-h2">
              {name}
            </h2>
            <div className="grid grid-cols-[minmax(0,1fr)]">
              {operationsOf(document, name).map((one) => (
                <ApiOperationDetails
                  key={one.operation.operationId}
                  {...one}
                  site={site}
                  schemas={document.components.schemas}
                  responses={document.components.responses}
                />
              ))}
            </div>
          </section>
        ))}
        <section aria-labelledby="shapes">
          <h2 id="shapes" className="mb-5 text-h2">
            Shapes
          </h2>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
            {named.map(([name, schema]) => (
              <section key={name} aria-labelledby={`shape-${name}`}>
                <h3 id={`shape-${name}`} className="mb-3 text-h3">
                  {name}
                </h3>
                <SchemaTable schema={schema} caption={name} />
              </section>
            ))}
          </div>
        </section>
      </div>
    </div>
  )
}

export default ApiPage

import type { Metadata } from 'next'

import { Section } from '@/components/layout/section'

import { type ApiResource, apiResources, groupId, readApiDocument } from './api-resources'
import { DocsFrame } from './docs-frame'

export const dynamic = 'force-static'
export const metadata: Metadata = {
  title: 'API',
  description: 'The shop’s HTTP API: requests, parameters, and responses.',
  alternates: { canonical: '/api/docs' },
  robots: { index: false },
}

const rules = [
  ['Money', 'A decimal string in US dollars: "28.00".'],
  ['IDs and dates', 'IDs are whole numbers. Dates are ISO 8601 in UTC.'],
  [
    'Lists',
    'A JSON array. Use page and limit (up to 100) to page through it. X-Total-Count has the total, and Link the URLs of the first, previous, next, and last pages.',
  ],
  [
    'Errors',
    'Always { "error": a message, "code": a machine-readable code, "fields"?: a message for each invalid field } with a matching status. Unknown parameters and fields are rejected.',
  ],
  [
    'Caching',
    'Product and content responses can be cached for a minute. Send the ETag back as If-None-Match to get a 304 if nothing changed.',
  ],
  [
    'Limits',
    'Each request lists how often one IP address can make it. Above that limit the response is 429, with the seconds to wait in Retry-After.',
  ],
  [
    'Signing in',
    'Some requests need a signed-in user. Send the cookie that POST /api/auth/local sets. With curl, -c cookies.txt saves it and -b cookies.txt sends it.',
  ],
  [
    'API keys',
    'Staff integrations can send a key instead: Authorization: Bearer dfk_…, created in the admin. A key has the permissions chosen for it, never more than the person who created it. Keys can’t sign in or manage accounts, roles, or other keys. Keys in URLs are rejected.',
  ],
] as const

const lead = (
  <>
    <p className="text-lead text-ink-soft">
      The shop’s own pages use these requests, and your integrations can too.
    </p>
    <p>
      For tools, the same is available as{' '}
      <a href="/api/openapi.json" className="link">
        an OpenAPI 3.1 document
      </a>
      .
    </p>
  </>
)

const Rules = () => (
  <dl className="grid gap-x-8 gap-y-3 rounded-sheet bg-moss p-6 sm:grid-cols-[10rem_minmax(0,1fr)]">
    {rules.map(([name, text]) => (
      <div key={name} className="contents">
        <dt className="font-semibold">{name}</dt>
        <dd className="text-ink-soft max-sm:mb-2">{text}</dd>
      </div>
    ))}
  </dl>
)

/** Once around all lists instead of on each of their more than two hundred calls, which keeps the page small. */
const callListsClass = [
  'contents',
  '[&_h3]:mb-2 [&_h3]:text-h3 [&_h3]:wrap-anywhere [&_h3>a]:hover:underline',
  '[&_li]:scroll-mt-24 [&_li]:border-t [&_li]:border-line',
  '[&_li>a]:grid [&_li>a]:gap-x-5 [&_li>a]:gap-y-1 [&_li>a]:py-3 [&_li>a]:hover:bg-sunken',
  '[&_li>a]:sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
  '[&_b]:mr-3 [&_b]:inline-block [&_b]:min-w-14 [&_b]:font-semibold [&_b]:text-fern',
  '[&_code]:wrap-anywhere [&_span]:text-small [&_span]:text-ink-soft',
].join(' ')

/**
 * The calls of a resource, each a link to its description. Its id is the anchor that links to the earlier single page
 * use.
 */
const ResourceSummary = ({ slug, path, calls }: ApiResource) => (
  <section aria-labelledby={`resource-${slug}`}>
    <h3 id={`resource-${slug}`}>
      <a href={`/api/docs/${slug}`}>{path}</a>
    </h3>
    <ul>
      {calls.map(({ method, path: callPath, operation: { operationId, summary } }) => (
        <li key={operationId} id={operationId}>
          <a href={`/api/docs/${slug}#${operationId}`}>
            <code>
              <b>{method.toUpperCase()}</b>
              {callPath}
            </code>
            <span>{summary}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

const ApiIndexPage = async () => {
  const document = await readApiDocument()
  const resources = apiResources(document)
  const groups = document.tags.map(({ name }) => name)
  return (
    <DocsFrame
      title="API"
      lead={lead}
      nav={{
        label: 'API sections',
        links: [
          ...groups.map((name) => ({ href: `#${groupId(name)}`, label: name })),
          { href: '#shapes', label: 'Schemas' },
        ],
      }}
    >
      <Rules />
      <div className={callListsClass}>
        {groups.map((name) => (
          <section key={name} aria-labelledby={groupId(name)} className="grid gap-8">
            <h2 id={groupId(name)} className="text-h2">
              {name}
            </h2>
            {resources
              .filter(({ group }) => group === name)
              .map((resource) => (
                <ResourceSummary key={resource.slug} {...resource} />
              ))}
          </section>
        ))}
      </div>
      <Section id="shapes" title="Schemas" heading="mb-5 text-h2">
        <ul className="flex flex-wrap gap-x-6 [&>li]:scroll-mt-24 [&_a]:link [&_a]:inline-block [&_a]:py-2">
          {Object.keys(document.components.schemas).map((name) => (
            <li key={name} id={`shape-${name}`}>
              <a href={`/api/docs/shapes#shape-${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      </Section>
    </DocsFrame>
  )
}

export default ApiIndexPage

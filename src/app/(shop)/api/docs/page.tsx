import type { Metadata } from 'next'

import { Section } from '@/components/layout/section'

import { type ApiResource, apiResources, groupId, readApiDocument } from './api-resources'
import { DocsFrame } from './docs-frame'

export const dynamic = 'force-static'
export const metadata: Metadata = {
  title: 'API',
  description: 'The HTTP API of the shop: calls, what they take and what they answer.',
  alternates: { canonical: '/api/docs' },
  robots: { index: false },
}

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

const lead = (
  <>
    <p className="text-lead text-ink-soft">
      Everything the shop’s pages do, they do through these calls. They are open to your programs
      too.
    </p>
    <p>
      For tools there is the same as{' '}
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

/** The calls of a resource, each a link to its description. Its id is where links to the one long page of before lead. */
const ResourceSummary = ({ slug, path, calls }: ApiResource) => (
  <section aria-labelledby={`resource-${slug}`}>
    <h3 id={`resource-${slug}`} className="mb-2 text-h3 wrap-anywhere">
      <a href={`/api/docs/${slug}`} className="hover:underline">
        {path}
      </a>
    </h3>
    <ul>
      {calls.map(({ method, path: callPath, operation: { operationId, summary } }) => (
        <li key={operationId} id={operationId} className="scroll-mt-24 border-t border-line">
          <a
            href={`/api/docs/${slug}#${operationId}`}
            className="grid gap-x-5 gap-y-1 py-3 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
          >
            <span>
              <code className="mr-3 inline-block min-w-14 font-semibold text-fern">
                {method.toUpperCase()}
              </code>
              <code className="wrap-anywhere">{callPath}</code>
            </span>
            <span className="text-small text-ink-soft">{summary}</span>
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
        label: 'Kinds of calls',
        links: [
          ...groups.map((name) => ({ href: `#${groupId(name)}`, label: name })),
          { href: '#shapes', label: 'Shapes' },
        ],
      }}
    >
      <Rules />
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
      <Section id="shapes" title="Shapes" heading="mb-5 text-h2">
        <ul className="flex flex-wrap gap-x-6">
          {Object.keys(document.components.schemas).map((name) => (
            <li key={name} id={`shape-${name}`} className="scroll-mt-24">
              <a href={`/api/docs/shapes#shape-${name}`} className="link inline-block py-2">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </DocsFrame>
  )
}

export default ApiIndexPage

import type { Metadata } from 'next'

import { readApiDocument } from '@/app/(shop)/api/docs/api-resources'
import { DocsFrame } from '@/app/(shop)/api/docs/docs-frame'
import { SchemaTable } from '@/app/(shop)/api/docs/schema-table'

export const dynamic = 'force-static'
export const metadata: Metadata = {
  title: 'API: schemas',
  alternates: { canonical: '/api/docs/shapes' },
  robots: { index: false },
}

const ApiShapesPage = async () => {
  const { components } = await readApiDocument()
  const shapes = Object.entries(components.schemas)
  return (
    <DocsFrame
      title="Schemas"
      lead={
        <p>
          <a href="/api/docs" className="link">
            All requests
          </a>
        </p>
      }
      nav={{
        label: 'Schemas',
        links: shapes.map(([name]) => ({ href: `#shape-${name}`, label: name })),
      }}
    >
      {shapes.map(([name, schema]) => (
        <section key={name} aria-labelledby={`shape-${name}`}>
          <h2 id={`shape-${name}`} className="mb-3 text-h3">
            {name}
          </h2>
          <SchemaTable schema={schema} caption={name} />
        </section>
      ))}
    </DocsFrame>
  )
}

export default ApiShapesPage

import type { Metadata } from 'next'

import { ApiCallDetails } from '@/app/(shop)/api/docs/api-call'
import { apiResources, readApiDocument } from '@/app/(shop)/api/docs/api-resources'
import { DocsFrame } from '@/app/(shop)/api/docs/docs-frame'
import { NotFoundPage } from '@/components/layout/not-found-page'

export const dynamic = 'force-static'
export function generateStaticParams() {
  return []
}

type Props = { params: Promise<{ resource: string }> }

const read = async (params: Props['params']) => {
  const [{ resource: slug }, document] = await Promise.all([params, readApiDocument()])
  const resources = apiResources(document)
  return { document, resources, resource: resources.find((one) => one.slug === slug) }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { resource } = await read(params)
  return resource
    ? {
        title: `API: ${resource.path}`,
        alternates: { canonical: `/api/docs/${resource.slug}` },
        robots: { index: false },
      }
    : { title: '404 Page Not Found', robots: { index: false } }
}

const ApiResourcePage = async ({ params }: Props) => {
  const { document, resources, resource } = await read(params)
  if (!resource) return <NotFoundPage />
  return (
    <DocsFrame
      title={resource.path}
      lead={
        <p>
          <a href="/api/docs" className="link">
            All requests
          </a>
        </p>
      }
      nav={{
        label: resource.group,
        links: resources
          .filter(({ group }) => group === resource.group)
          .map(({ slug, path }) => ({
            href: `/api/docs/${slug}`,
            label: path,
            isCurrent: slug === resource.slug,
          })),
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)]">
        {resource.calls.map((call) => (
          <ApiCallDetails
            key={call.operation.operationId}
            {...call}
            site={document.servers[0]?.url ?? ''}
            components={document.components}
          />
        ))}
      </div>
    </DocsFrame>
  )
}

export default ApiResourcePage

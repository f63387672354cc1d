import config from '@payload-config'
import { MinimalTemplate } from '@payloadcms/next/templates'
import { generatePageMetadata, RootPage } from '@payloadcms/next/views'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { getPayload } from 'payload'

import { hasPermission } from '@/access/can'
import { AccessDenied } from '@/admin/shell/access-denied'
import { collectionRedirect } from '@/admin/shell/collection-redirects'
import { requiredPermission } from '@/admin/shell/screens'
import { importMap } from '@/app/(payload)/admin/importMap.js'

type Props = {
  params: Promise<{ segments: string[] }>
  searchParams: Promise<Record<string, string | string[]>>
}

export function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  return generatePageMetadata({ config, params, searchParams })
}

/**
 * Payload's own lists answer 'not found' to a role that may not use them. Here the person reads which role it takes,
 * as on our own screens; what may be read and written stays the business of the collections' access rules.
 */
const refusalFor = async (segments: string[]) => {
  const requires = requiredPermission(['/admin', ...segments].join('/'))
  if (!requires) return null
  const payload = await getPayload({ config, importMap })
  const { user } = await payload.auth({ headers: await headers(), canSetHeaders: false })
  if (!user || hasPermission({ user }, requires)) return null
  return (
    <MinimalTemplate>
      <AccessDenied user={user} requires={requires} />
    </MinimalTemplate>
  )
}

/** Pages of Payload's without the panel's frame. They have no main landmark of their own. */
const frameless = new Set(['login', 'logout', 'logout-inactivity', 'reset'])

const PanelPage = async ({ params, searchParams }: Props) => {
  const { segments = [] } = await params
  // Payload's own lists and editors are never shown as pages: each has a screen of ours.
  const home = collectionRedirect(segments)
  if (home) redirect(home)
  const page =
    (await refusalFor(segments)) ?? (await RootPage({ config, importMap, params, searchParams }))
  return frameless.has(segments[0] ?? '') ? <main>{page}</main> : page
}

export default PanelPage

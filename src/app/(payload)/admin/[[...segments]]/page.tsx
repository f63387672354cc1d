import config from '@payload-config'
import { generatePageMetadata, RootPage } from '@payloadcms/next/views'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { getPayload } from 'payload'

import { hasPermission } from '@/access/can'
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
 * Answers 403 before anything is rendered, with the page of ./forbidden. What may be read and written stays the
 * business of the screens and of the collections' access rules.
 */
const refuse = async (segments: string[]): Promise<void> => {
  const isRefusal = segments[0] === 'unauthorized'
  const requires = isRefusal ? 'panel:open' : requiredPermission(['/admin', ...segments].join('/'))
  if (!requires) return
  const payload = await getPayload({ config, importMap })
  const { user } = await payload.auth({ headers: await headers(), canSetHeaders: false })
  if (user && (isRefusal || !hasPermission({ user }, requires))) forbidden()
}

/** Pages of Payload's without the panel's frame. They have no main landmark of their own. */
const frameless = new Set(['login', 'logout', 'logout-inactivity', 'reset'])

const PanelPage = async ({ params, searchParams }: Props) => {
  const { segments = [] } = await params
  // Payload's own lists and editors are never shown as pages: each has a screen of ours.
  const home = collectionRedirect(segments)
  if (home) redirect(home)
  await refuse(segments)
  const page = await RootPage({ config, importMap, params, searchParams })
  return frameless.has(segments[0] ?? '') ? <main>{page}</main> : page
}

export default PanelPage

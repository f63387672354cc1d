import config from '@payload-config'
import { generatePageMetadata, RootPage } from '@payloadcms/next/views'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { getPayload } from 'payload'

import { hasPermission } from '@/access/can'
import { lacksSecondFactor, secondFactorSetupPath } from '@/access/second-factor'
import { documentNames, editorPageAt } from '@/admin/document/document-names'
import { collectionRedirect } from '@/admin/shell/collection-redirects'
import { requiredPermission } from '@/admin/shell/screens'
import { importMap } from '@/app/(payload)/admin/importMap.js'
import { safeReturnPath } from '@/modules/accounts/rules/return-path'

type Props = {
  params: Promise<{ segments: string[] }>
  searchParams: Promise<Record<string, string | string[]>>
}

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { segments = [] } = await params
  const editor = editorPageAt(segments)
  const metadata = await generatePageMetadata({
    config,
    params: Promise.resolve({ segments: editor?.segments ?? segments }),
    searchParams,
  })
  if (!editor) return metadata
  const { create, edit } = documentNames[editor.collection]
  return { ...metadata, title: `${editor.id === null ? create : edit} · Dayfern` }
}

const signedInUser = async () => {
  const payload = await getPayload({ config, importMap })
  const { user } = await payload.auth({ headers: await headers(), canSetHeaders: false })
  return user
}

/**
 * Answers 403 before anything is rendered, with the page of ./forbidden. Screens and the collections' access
 * rules decide what may be read and written.
 */
const refuse = async (segments: string[]): Promise<void> => {
  const isRefusal = segments[0] === 'unauthorized'
  const requires = isRefusal ? 'panel:open' : requiredPermission(['/admin', ...segments].join('/'))
  const user = requires ? await signedInUser() : null
  if (user && lacksSecondFactor(user)) redirect(secondFactorSetupPath)
  if (requires && user && (isRefusal || !hasPermission({ user }, requires))) forbidden()
}

/** Payload's page for a document, under our path. Without the document, its list says what happened. */
const editorPage = async (
  { collection, id, segments }: NonNullable<ReturnType<typeof editorPageAt>>,
  searchParams: Props['searchParams'],
) => {
  if (id !== null && (await signedInUser())) {
    const payload = await getPayload({ config, importMap })
    const { totalDocs } = await payload.count({ collection, where: { id: { equals: id } } })
    if (totalDocs === 0) redirect(`${documentNames[collection].listHref}?edit=${id}`)
  }
  return RootPage({ config, importMap, params: Promise.resolve({ segments }), searchParams })
}

/** Pages of Payload's without the panel's frame. They have no main landmark of their own. */
const frameless = new Set(['login', 'logout', 'logout-inactivity', 'reset'])

const PanelPage = async ({ params, searchParams: rawQuery }: Props) => {
  const { segments = [] } = await params
  // Payload would also go to a page that signs out again.
  const searchParams = rawQuery.then(({ redirect: next, ...query }) =>
    next === undefined ? query : { ...query, redirect: safeReturnPath(next, '/admin') },
  )
  // Payload's own lists and editors are never shown as pages: each has a screen of ours.
  const home = collectionRedirect(segments)
  if (home) redirect(home)
  await refuse(segments)
  const editor = editorPageAt(segments)
  const page = await (editor
    ? editorPage(editor, searchParams)
    : RootPage({ config, importMap, params, searchParams }))
  return frameless.has(segments[0] ?? '') ? <main>{page}</main> : page
}

export default PanelPage

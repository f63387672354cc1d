'use client'
import { DefaultEditView, useDocumentInfo } from '@payloadcms/ui'
import type { DocumentViewClientProps } from 'payload'

import { BackLink } from '@/admin/list/back-link'

import { documentNames } from './document-names'

/** Payload's form for one document, under our heading, at /admin/content/12 and /admin/pages/3. */
export function DocumentPage(props: DocumentViewClientProps) {
  const { id, collectionSlug } = useDocumentInfo()
  const names = collectionSlug === 'pages' ? documentNames.pages : documentNames.content
  return (
    <div className="df-document" id="content" tabIndex={-1}>
      <section className="df-screen__head" aria-labelledby="document-heading">
        <div>
          <BackLink label={names.list} href={names.listHref} />
          <h1 id="document-heading">{id === undefined ? names.create : names.edit}</h1>
        </div>
      </section>
      <DefaultEditView {...props} />
    </div>
  )
}

/** The heading of a section of the side panel, where Payload would skip a level. */
export function SectionTitle({ text }: { text: string }) {
  return <h2 className="df-document__section">{text}</h2>
}

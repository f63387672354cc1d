'use client'
import { DefaultEditView, Link, useDocumentInfo } from '@payloadcms/ui'
import { ChevronLeft } from 'lucide-react'
import type { DocumentViewClientProps } from 'payload'

import { documentNames } from './document-names'

/** Payload's form for one document, under our heading, at /admin/content/12 and /admin/pages/3. */
export function DocumentPage(props: DocumentViewClientProps) {
  const { id, collectionSlug } = useDocumentInfo()
  const names = collectionSlug === 'pages' ? documentNames.pages : documentNames.content
  return (
    <div className="df-document">
      <section className="df-screen__head" aria-labelledby="document-heading">
        <div>
          <Link className="df-back df-quiet-link" href={names.listHref} prefetch={false}>
            <ChevronLeft aria-hidden size={17} strokeWidth={1.6} />
            {names.list}
          </Link>
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

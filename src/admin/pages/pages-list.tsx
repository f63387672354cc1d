'use client'
import { IconLink, IconButton } from '@/admin/form/button'
import { ExternalLink, Pencil } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'

import { DocumentDrawer } from '@/admin/form/document-drawer'

/** `changed` is the moment as the shop writes it. */
export type PageListItem = {
  id: number
  title: string
  path: string
  updatedAt: string
  changed: string
}

/** The texts and one editor for all of them; the address may name the one that is open (`?edit=3`). */
export function PagesList({ pages, edit }: { pages: PageListItem[]; edit: number | null }) {
  const router = useRouter()
  const [open, setOpen] = useState(edit)
  const close = useRef(() => {})
  close.current = () => {
    setOpen(null)
    if (edit !== null) router.replace('/admin/pages')
    else router.refresh()
  }
  const [onClose] = useState(() => () => close.current())
  return (
    <>
      <ul className="df-entries">
        {pages.map(({ id, title, path, updatedAt, changed }) => (
          <li key={id} className="df-entry df-desk__entry">
            <div>
              <p className="df-desk__title">
                <button type="button" className="df-text-button" onClick={() => setOpen(id)}>
                  {title}
                </button>
              </p>
              <p className="df-entry__meta">
                {path} · changed <time dateTime={updatedAt}>{changed}</time>
              </p>
            </div>
            <div className="df-row-actions">
              <IconLink
                icon={ExternalLink}
                href={path}
                newTab
                label={`View ${title} in the shop, in a new tab`}
                title="View"
              />
              <IconButton
                icon={Pencil}
                label={`Edit ${title}`}
                title="Edit"
                onClick={() => setOpen(id)}
              />
            </div>
          </li>
        ))}
      </ul>
      {open === null ? null : (
        <DocumentDrawer key={open} collection="pages" open={open} name="Page" onClose={onClose} />
      )}
    </>
  )
}

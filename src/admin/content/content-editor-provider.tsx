'use client'
import { Button, IconLink, IconButton } from '@/admin/form/button'
import { ExternalLink, Eye, History, Pencil, Plus, RotateCcw, Share2, Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useRef, useState, useTransition } from 'react'

import { ConfirmDialog } from '@/admin/form/confirm-dialog'
import { DocumentDrawer } from '@/admin/form/document-drawer'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Open = number | 'new'
const DeskContext = createContext<(open: Open) => void>(() => {})

/**
 * The list's frame: one editor for all rows, and for the address (`?edit=12`, `?edit=new`).
 * @param around the list's address without the piece that is open
 */
export function ContentEditorProvider({
  edit,
  around,
  children,
}: {
  edit: Open | null
  around: string
  children: ReactNode
}) {
  const router = useRouter()
  const [open, setOpen] = useState<Open | null>(edit)
  // Under another address the screen begins anew, and what was opened meanwhile would go with it.
  const [isLeaving, leave] = useTransition()
  const close = useRef(() => {})
  close.current = () => {
    setOpen(null)
    if (edit !== null) leave(() => router.replace(around))
    else router.refresh()
  }
  const [onClose] = useState(() => () => close.current())
  return (
    <DeskContext.Provider value={setOpen}>
      <p className="df-content-new">
        <Button
          variant="solid"
          icon={Plus}
          data-new="/admin/content?edit=new"
          disabled={isLeaving}
          onClick={() => setOpen('new')}
        >
          New content
        </Button>
      </p>
      {children}
      {open === null ? null : (
        <DocumentDrawer
          key={open}
          collection="content"
          open={open}
          name="Content"
          onClose={onClose}
        />
      )}
    </DeskContext.Provider>
  )
}

export function EditContentLink({
  id,
  title,
  isGone,
}: {
  id: number
  title: string
  isGone: boolean
}) {
  const open = useContext(DeskContext)
  return isGone ? (
    <span className="df-content__title">{title}</span>
  ) : (
    <button type="button" className="df-content__title df-text-button" onClick={() => open(id)}>
      {title}
    </button>
  )
}

type Row = { id: number; title: string; slug: string; isPublished: boolean; isGone: boolean }

/** What can be done to one piece. */
export function ContentActions({ id, title, slug, isPublished, isGone }: Row) {
  const open = useContext(DeskContext)
  const { call, isBusy } = useAdminMutation()
  const [isAsking, setIsAsking] = useState(false)
  const restore = (): void =>
    void call(
      'POST',
      `/api/admin/content/${id}/restore`,
      {},
      { done: 'Content restored', failed: 'Error restoring content' },
    )
  const remove = async (): Promise<void> => {
    if (
      await call('DELETE', `/api/admin/content/${id}`, undefined, {
        done: 'Content deleted',
        undo: restore,
        failed: 'Error deleting content',
      })
    )
      setIsAsking(false)
  }
  if (isGone)
    return (
      <div className="df-row-actions">
        <Button
          small
          icon={RotateCcw}
          disabled={isBusy}
          aria-label={`Restore ${title}`}
          onClick={restore}
        >
          Restore
        </Button>
      </div>
    )
  return (
    <div className="df-content__actions">
      {isPublished ? (
        <IconLink
          icon={ExternalLink}
          href={`/blog/${slug}`}
          newTab
          label={`View ${title} in the shop, in a new tab`}
          title="View"
        />
      ) : (
        <IconLink
          icon={Eye}
          href={`/preview/content/${id}`}
          newTab
          label={`Preview ${title}, in a new tab`}
          title="Preview"
        />
      )}
      {isPublished ? (
        <IconLink
          icon={Share2}
          href={`/admin/social/share/${id}`}
          label={`Share ${title} everywhere`}
          title="Share everywhere"
        />
      ) : null}
      <IconButton icon={Pencil} label={`Edit ${title}`} title="Edit" onClick={() => open(id)} />
      <IconLink
        icon={History}
        href={`/admin/content/${id}/versions`}
        label={`Versions of ${title}`}
        title="Versions"
      />
      <IconButton
        icon={Trash2}
        label={`Delete ${title}`}
        title="Delete"
        onClick={() => setIsAsking(true)}
      />
      {isAsking ? (
        <ConfirmDialog
          question={`Delete “${title}”?`}
          verb="Delete"
          isBusy={isBusy}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => void remove()}
        >
          <p>
            {isPublished ? 'It leaves the shop at once; links to it lead nowhere. ' : ''}It goes to
            the trash and can be brought back as it is now.
          </p>
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

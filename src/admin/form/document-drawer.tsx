'use client'
import { toast, useAuth, useDocumentDrawer } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'

import { DrawerFormContext, rememberFocus } from './document-drawer-guard'
import { createFormId, draftKeyPrefix, writeDraft } from './draft-storage'

type Props = {
  collection: 'content' | 'pages'
  open: number | 'new'
  /** The name in toasts: 'Content' updated. */
  name: string
  onClose: () => void
}

const maxInertMs = 5000

/**
 * After creating a document Payload replaces the form a moment later and would lose input in between, so the
 * drawer is inert until the new form is ready (document-drawer-guard).
 */
const blockInputUntilReplaced = (): void => {
  const drawer = [...document.querySelectorAll<HTMLElement>('.drawer--is-open')].at(-1)
  if (!drawer) return
  rememberFocus(drawer)
  drawer.dataset.focus ||= '#field-title'
  drawer.inert = true
  setTimeout(() => {
    drawer.inert = false
  }, maxInertMs)
}

/** Payload's document drawer, open while it is in the page. */
export function DocumentDrawer({ collection, open, name, onClose }: Props) {
  const router = useRouter()
  const { user } = useAuth()
  const [formId] = useState(createFormId)
  const [Drawer, , { openDrawer, isDrawerOpen }] = useDocumentDrawer({
    collectionSlug: collection,
    id: open === 'new' ? undefined : open,
  })
  const wasOpen = useRef(false)
  useEffect(() => {
    openDrawer()
  }, [openDrawer])
  useEffect(() => {
    if (isDrawerOpen) wasOpen.current = true
    else if (wasOpen.current) onClose()
  }, [isDrawerOpen, onClose])
  return (
    <DrawerFormContext value={formId}>
      <Drawer
        redirectAfterCreate={false}
        onSave={({ operation, context, doc }) => {
          writeDraft(
            `${draftKeyPrefix(user?.id, collection, operation === 'create' ? undefined : doc.id)}${formId}`,
            null,
          )
          // Replaces Payload's generic 'Updated' toast. Autosave reports in the form.
          if (operation === 'create') blockInputUntilReplaced()
          if (operation === 'update' && context?.savedItself !== true)
            setTimeout(() => toast.success(`${name} updated`, { duration: 5000 }))
          router.refresh()
        }}
        onDelete={() => {
          setTimeout(() => toast.success(`${name} deleted`, { duration: 5000 }))
          router.refresh()
        }}
      />
    </DrawerFormContext>
  )
}

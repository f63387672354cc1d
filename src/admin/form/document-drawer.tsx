'use client'
import { toast, useAuth, useDocumentDrawer } from '@payloadcms/ui'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'

import { DrawerFormContext, rememberFocus } from './document-drawer-guard'
import { createFormId, draftKeyPrefix, writeDraft } from './draft-storage'

type Props = {
  collection: 'content' | 'pages'
  open: number | 'new'
  /** What it is called in toasts: 'Content' updated. */
  name: string
  onClose: () => void
}

/** Milliseconds after which a drawer whose new form does not come listens again. */
const patience = 5000

/**
 * Once a new one is saved Payload puts another form in the place of this one, a moment later: what was typed in between
 * would go with it. Until the new one is there (parts/drawer-guard) the drawer takes no keys.
 */
const holdUntilItIsThere = (): void => {
  const drawer = [...document.querySelectorAll<HTMLElement>('.drawer--is-open')].at(-1)
  if (!drawer) return
  rememberFocus(drawer)
  drawer.dataset.focus ||= '#field-title'
  drawer.inert = true
  setTimeout(() => {
    drawer.inert = false
  }, patience)
}

/** Payload's own form, with its editor for long texts, in a drawer that opens as soon as it stands in the page. */
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
          // Payload says 'Updated' of whatever was saved; after it, the shop's own word. A draft that saves itself says so in the form.
          if (operation === 'create') holdUntilItIsThere()
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

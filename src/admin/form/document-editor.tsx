'use client'
import { Pencil, Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useRef, useState, useTransition } from 'react'

import { Button, IconButton } from './button'
import { DocumentDrawer } from './document-drawer'

type Open = number | 'new'
const EditorContext = createContext<(open: Open) => void>(() => {})

type Props = {
  collection: 'content' | 'pages'
  /** The name in toasts: 'Content' updated. */
  name: string
  /** The document that the address opens (`?edit=12`, `?edit=new`). */
  edit: Open | null
  /** The address without it. */
  listHref: string
  /** The label of the button for a new document. */
  create?: string
  children: ReactNode
}

/** One editor for all rows of a list. */
export function DocumentEditorProvider({
  collection,
  name,
  edit,
  listHref,
  create,
  children,
}: Props) {
  const router = useRouter()
  const [open, setOpen] = useState<Open | null>(edit)
  // Under another address the screen starts over and would close what was opened meanwhile.
  const [isLeaving, startLeaving] = useTransition()
  const close = useRef(() => {})
  close.current = () => {
    setOpen(null)
    if (edit !== null) startLeaving(() => router.replace(listHref))
    else router.refresh()
  }
  const [onClose] = useState(() => () => close.current())
  return (
    <EditorContext.Provider value={setOpen}>
      {create ? (
        <p className="df-content-new">
          <Button
            variant="solid"
            icon={Plus}
            data-new={`/admin/${collection}?edit=new`}
            disabled={isLeaving}
            onClick={() => setOpen('new')}
          >
            {create}
          </Button>
        </p>
      ) : null}
      {children}
      {open === null ? null : (
        <DocumentDrawer
          key={open}
          collection={collection}
          open={open}
          name={name}
          onClose={onClose}
        />
      )}
    </EditorContext.Provider>
  )
}

/** The title of a row: opens the editor. */
export function EditTitle({
  id,
  className = '',
  children,
}: {
  id: number
  className?: string
  children: string
}) {
  const open = useContext(EditorContext)
  return (
    <button type="button" className={`df-text-button ${className}`} onClick={() => open(id)}>
      {children}
    </button>
  )
}

export function EditButton({ id, title }: { id: number; title: string }) {
  const open = useContext(EditorContext)
  return <IconButton icon={Pencil} label={`Edit ${title}`} title="Edit" onClick={() => open(id)} />
}

'use client'
import { Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useState } from 'react'

import { Button } from '@/admin/form/button'
import { retriable } from '@/admin/retriable'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'

import { emptyPostForm, type PostFormValues, toPostFormValues } from './post-form-values'
import type { Networks } from './post-preview'

const PostDialog = dynamic(
  retriable(() => import('./post-dialog').then((loaded) => loaded.PostDialog)),
  { ssr: false },
)

type Open = { post: SocialPostRecord | null; draft: PostFormValues }
type PostEditor = {
  edit: (post: SocialPostRecord) => void
  copy: (post: SocialPostRecord) => void
  write: (draft?: Partial<PostFormValues>) => void
  timeZone: string
  networks: Networks
}
const EditorContext = createContext<PostEditor | null>(null)
export function usePostEditor(): PostEditor {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('usePostEditor needs a PostEditorProvider')
  return editor
}

type Props = {
  /** The post of the address (`?edit=12`). */
  initial: SocialPostRecord | 'new' | null
  /** The address without it. */
  listHref: string
  timeZone: string
  networks: Networks
  children: ReactNode
}

/** One post editor for the screen and its address. */
export function PostEditorProvider({ initial, listHref, timeZone, networks, children }: Props) {
  const router = useRouter()
  const [open, setOpen] = useState<Open | null>(
    () =>
      initial && {
        post: initial === 'new' ? null : initial,
        draft: initial === 'new' ? emptyPostForm : toPostFormValues(initial, timeZone),
      },
  )
  const close = (): void => {
    setOpen(null)
    if (initial !== null) router.replace(listHref)
  }
  const editor: PostEditor = {
    timeZone,
    networks,
    edit: (post) => setOpen({ post, draft: toPostFormValues(post, timeZone) }),
    copy: (post) =>
      setOpen({
        post: null,
        draft: { ...toPostFormValues(post, timeZone), status: 'draft', scheduledFor: '' },
      }),
    write: (draft = {}) => setOpen({ post: null, draft: { ...emptyPostForm, ...draft } }),
  }
  return (
    <EditorContext.Provider value={editor}>
      <p className="df-content-new">
        <Button
          variant="solid"
          icon={Plus}
          data-new="/admin/social?edit=new"
          onClick={() => editor.write()}
        >
          New post
        </Button>
      </p>
      {children}
      {open ? (
        <PostDialog
          key={open.post?.id ?? 'new'}
          post={open.post}
          draft={open.draft}
          timeZone={timeZone}
          networks={networks}
          onClose={close}
        />
      ) : null}
    </EditorContext.Provider>
  )
}

'use client'
import { Plus } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useState } from 'react'

import { Button } from '@/admin/form/button'
import type { SocialPostRecord } from '@/modules/social/queries/social-posts'

import { type Networks, PostDialog } from './post-dialog'
import { emptyPostForm, type PostFormValues, toPostFormValues } from './post-form-values'

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
  if (!editor) throw new Error('Outside of the desk')
  return editor
}

/**
 * One editor for the screen and its address.
 * @param opened the post of the address (`?edit=12`)
 * @param around the address without it
 */
export function PostEditorProvider({
  initial,
  listHref,
  timeZone,
  networks,
  children,
}: {
  initial: SocialPostRecord | 'new' | null
  listHref: string
  timeZone: string
  networks: Networks
  children: ReactNode
}) {
  const router = useRouter()
  const [open, setOpen] = useState<Open | null>(
    initial === null
      ? null
      : initial === 'new'
        ? { post: null, draft: emptyPostForm }
        : { post: initial, draft: toPostFormValues(initial, timeZone) },
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
          post={
            open.post && {
              id: open.post.id,
              updatedAt: open.post.updatedAt,
              wasFailed: open.post.status === 'failed',
            }
          }
          draft={open.draft}
          timeZone={timeZone}
          networks={networks}
          onClose={close}
          onSaved={close}
        />
      ) : null}
    </EditorContext.Provider>
  )
}

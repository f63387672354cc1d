'use client'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'

/** The URL without tracking parameters. */
const pageUrl = (): string => location.origin + location.pathname

const copy = async (): Promise<void> => {
  try {
    await navigator.clipboard.writeText(pageUrl())
    showToast({ title: 'Link copied' })
  } catch {
    showToast({ title: 'Copy link', text: pageUrl() })
  }
}

/** The device's own sheet where there is one, else the clipboard. */
const share = async (title: string): Promise<void> => {
  if (typeof navigator.share !== 'function') return copy()
  try {
    await navigator.share({ title, url: pageUrl() })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
  }
}

export function CopyLinkButton() {
  return (
    <button
      type="button"
      data-replay
      onClick={(event) => {
        event.preventDefault()
        void copy()
      }}
      className={buttonClass({ variant: 'line', size: 'sm' })}
    >
      <Icon name="copy" className="size-4.5" />
      Copy link
    </button>
  )
}

export function NativeShareButton({ title }: { title: string }) {
  return (
    <button
      type="button"
      data-replay
      onClick={(event) => {
        event.preventDefault()
        void share(title)
      }}
      className={buttonClass({ variant: 'line', size: 'sm' })}
    >
      <Icon name="share" className="size-4.5" />
      Share
    </button>
  )
}

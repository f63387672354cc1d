'use client'
import { iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'

/** The device's own sheet where there is one, else the clipboard, else the address to copy by hand. */
const share = async (name: string): Promise<void> => {
  const url = location.href
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title: name, url })
      return showToast({ title: 'Product shared' })
    }
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied' })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
    showToast({ title: 'Share this product', text: url })
  }
}

export function ShareButton({ name }: { name: string }) {
  return (
    <button
      type="button"
      aria-label="Share"
      data-replay
      onClick={(event) => {
        event.preventDefault()
        void share(name)
      }}
      className={iconButtonClass('line', 'h-14 w-12 xl:w-14')}
    >
      <Icon name="share" />
    </button>
  )
}

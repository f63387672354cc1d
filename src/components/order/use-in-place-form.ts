import {
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'

/** Moves the focus into a form that takes the place of the button that had it. */
export function useFirstFieldFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select')?.focus(), [form])
}

/**
 * For forms that open in place of their buttons. Closing one returns the focus to the button that opened it. If the whole
 * section disappears while it has the focus, because nothing is left to change, the focus moves to the page's content.
 */
export function useInPlaceForm<Name extends string | number>(isReady: () => Promise<boolean>) {
  const [open, setOpen] = useState<Name | null>(null)
  const section = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = section.current
    return () => {
      if (element?.contains(document.activeElement)) document.getElementById('main')?.focus()
    }
  }, [])
  return {
    open,
    section,
    opens:
      (name: Name) =>
      ({ currentTarget }: MouseEvent<HTMLElement>): void =>
        void isReady().then((ready) => {
          if (!ready) return
          opener.current = currentTarget
          setOpen(name)
        }),
    close: (): void => {
      flushSync(() => setOpen(null))
      opener.current?.focus()
    },
  }
}

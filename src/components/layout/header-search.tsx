'use client'
import {
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from 'react'

import { buttonClass, iconButtonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { inputClass } from '@/ui/input-class'

/** Loaded when the field is used first. If that fails, the search works without them. */
const SearchSuggestions = lazy<ComponentType<{ input: HTMLInputElement }>>(() =>
  import('./search-suggestions').then(
    (loaded) => ({ default: loaded.SearchSuggestions }),
    () => ({ default: () => null }),
  ),
)

type FormProps = {
  input: RefObject<HTMLInputElement | null>
  onFocus: (input: HTMLInputElement) => void
  onClose: () => void
}

const SearchForm = ({ input, onFocus, onClose }: FormProps) => {
  /** The address gets the text as the search reads it, and a blank search is ignored. */
  const onSubmit = (event: FormEvent): void => {
    if (!input.current) return
    input.current.value = input.current.value.trim().replace(/\s+/g, ' ')
    if (!input.current.value) event.preventDefault()
  }
  return (
    <form
      action="/products"
      role="search"
      className="wrap flex h-full items-center gap-2"
      onSubmit={onSubmit}
    >
      <label htmlFor="header-search" className="sr-only">
        Search the shop
      </label>
      <input
        ref={input}
        id="header-search"
        type="search"
        name="search"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Fern, moon, hoodie"
        className={inputClass}
        onFocus={(event) => onFocus(event.currentTarget)}
      />
      <button type="submit" className={buttonClass({ className: 'max-sm:hidden' })}>
        Search
      </button>
      <button
        type="button"
        className={iconButtonClass('plain', '-mr-2.5')}
        onClick={onClose}
        aria-label="Close search"
      >
        <Icon name="x" />
      </button>
    </form>
  )
}

/** A field across the whole header. A native details, so that it opens without any script too. */
export function HeaderSearch() {
  const details = useRef<HTMLDetailsElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState<HTMLInputElement | null>(null)
  const close = (): void => {
    if (!details.current?.open) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
  }
  return (
    <details
      ref={details}
      onToggle={() => {
        if (details.current?.open) input.current?.focus()
      }}
    >
      <summary className={iconButtonClass()} aria-label="Search" onKeyDown={onKeyDown}>
        <Icon name="search" />
      </summary>
      <div role="presentation" onKeyDown={onKeyDown} className="absolute inset-0 z-20 bg-paper">
        <SearchForm input={input} onFocus={setFocused} onClose={close} />
        {focused ? (
          <Suspense>
            <SearchSuggestions input={focused} />
          </Suspense>
        ) : null}
      </div>
    </details>
  )
}

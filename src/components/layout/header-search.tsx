'use client'
import { type KeyboardEvent, useRef } from 'react'

import { buttonClass, iconButtonClass } from '@/ui/button'
import { inputClass } from '@/ui/form-fields'
import { Icon } from '@/ui/icon'

/** A field across the whole header. A native details, so that it opens without any script too. */
export function HeaderSearch() {
  const details = useRef<HTMLDetailsElement>(null)
  const input = useRef<HTMLInputElement>(null)
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
        <form
          action="/products"
          role="search"
          className="wrap flex h-full items-center gap-2"
          onSubmit={(event) => {
            if (!input.current?.value.trim()) event.preventDefault()
          }}
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
          />
          <button type="submit" className={buttonClass({ className: 'max-sm:hidden' })}>
            Search
          </button>
          <button
            type="button"
            className={iconButtonClass('plain', '-mr-2.5')}
            onClick={close}
            aria-label="Close search"
          >
            <Icon name="x" />
          </button>
        </form>
      </div>
    </details>
  )
}

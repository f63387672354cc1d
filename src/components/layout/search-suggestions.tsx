'use client'
import { useEffect, useId, useRef, useState } from 'react'

type Suggestion = { label: string; href: string }
type Suggestions = Record<'help' | 'products' | 'categories' | 'articles', Suggestion[]>
type Shown = { search: string; groups: { label: string; options: Suggestion[] }[] }

const noSuggestions: Shown = { search: '', groups: [] }
const typingPauseMs = 120

const fetchSuggestions = async (search: string, signal: AbortSignal): Promise<Shown> => {
  const response = await fetch(`/api/search/suggestions?search=${encodeURIComponent(search)}`, {
    signal,
  })
  if (!response.ok) return noSuggestions
  const { help, products, categories, articles } = (await response.json()) as Suggestions
  const groups = [
    { label: 'Help', options: help },
    { label: 'Products', options: products },
    { label: 'Categories', options: categories },
    { label: 'Articles', options: articles },
  ].filter(({ options }) => options.length > 0)
  return { search, groups }
}

/** Suggestions for what is typed; suggestions that don't arrive are left out, and the form still works. */
const useSuggestions = (input: HTMLInputElement) => {
  const [shown, setShown] = useState(noSuggestions)
  const [active, setActive] = useState(-1)
  const stop = useRef<(() => void) | null>(null)
  const show = (next: Shown): void => {
    setShown(next)
    setActive(-1)
  }
  useEffect(() => {
    let aborted = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopRequest = (): void => {
      aborted.abort()
      clearTimeout(timer)
    }
    stop.current = stopRequest
    const update = (): void => {
      stopRequest()
      // Enter searches for what is typed now.
      setActive(-1)
      const request = (aborted = new AbortController())
      const search = input.value.trim().replace(/\s+/g, ' ')
      if (search.length < 2) show(noSuggestions)
      else
        timer = setTimeout(() => {
          fetchSuggestions(search, request.signal).then(show, () => undefined)
        }, typingPauseMs)
    }
    update()
    input.addEventListener('input', update)
    return () => {
      stopRequest()
      input.removeEventListener('input', update)
    }
  }, [input])
  const hide = (): void => {
    stop.current?.()
    show(noSuggestions)
  }
  return { shown, active, setActive, hide }
}

type Options = {
  input: HTMLInputElement
  listId: string
  suggestions: ReturnType<typeof useSuggestions>
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** Makes the field a combobox whose focus stays in it (WAI-ARIA combobox pattern with a list). */
const useCombobox = ({
  input,
  listId,
  suggestions: { shown, active, setActive, hide },
}: Options): void => {
  const options = shown.groups.flatMap((group) => group.options)
  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(options.length > 0),
      'aria-activedescendant': active >= 0 ? optionId(listId, active) : '',
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (options.length === 0 || event.isComposing) return
      const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
      const step = steps[event.key]
      const chosen = options[active]
      if (step) {
        // One more place than there are options: there, the input itself is active.
        const places = options.length + 1
        setActive(((active + 1 + step + places) % places) - 1)
      } else if (event.key === 'Enter' && chosen) location.assign(chosen.href)
      else if (event.key === 'Escape') {
        event.stopPropagation()
        hide()
      } else return
      event.preventDefault()
    }
    input.addEventListener('keydown', onKeyDown)
    return () => input.removeEventListener('keydown', onKeyDown)
  })
}

/** Suggestions under the header's search field: arrow keys move through them, Enter opens one, Escape hides them. */
export function SearchSuggestions({ input }: { input: HTMLInputElement }) {
  const listId = useId()
  const suggestions = useSuggestions(input)
  useCombobox({ input, listId, suggestions })
  const { shown, active } = suggestions
  const count = shown.groups.flatMap(({ options }) => options).length
  let index = -1
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0
          ? `${count} ${count === 1 ? 'suggestion' : 'suggestions'}. Use the arrow keys to choose one.`
          : shown.search && 'No suggestions.'}
      </p>
      <div
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        hidden={count === 0}
        className="absolute inset-x-0 top-full max-h-[70svh] overflow-y-auto border-b border-line bg-paper pt-1 pb-4"
      >
        {shown.groups.map(({ label, options }) => (
          <div key={label} role="group" aria-label={label} className="wrap">
            <p aria-hidden="true" className="pt-2 pb-1 text-small text-ink-mute">
              {label}
            </p>
            {options.map((option) => {
              index += 1
              return (
                <a
                  key={option.href}
                  id={optionId(listId, index)}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  href={option.href}
                  className="block rounded-block px-3 py-2.5 hover:bg-sunken aria-selected:bg-fern-soft"
                >
                  {option.label}
                </a>
              )
            })}
          </div>
        ))}
      </div>
    </>
  )
}

'use client'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'

import { Button } from '@/admin/form/button'

function SelectBox({
  label,
  isSelected,
  onSelect,
}: {
  label: string
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}) {
  return (
    <label className="df-pick">
      <input
        type="checkbox"
        className="df-check"
        checked={isSelected}
        onChange={({ currentTarget }) => onSelect(currentTarget.checked)}
      />
      <span className="df-hidden">{label}</span>
    </label>
  )
}

/** Once something that had the focus is gone, moves it to the list's first visible checkbox. */
export function useFocusListAfter(isShown: boolean): void {
  const wasShown = useRef(false)
  useEffect(() => {
    const isGone = wasShown.current && !isShown
    wasShown.current = isShown
    if (!isGone || document.activeElement !== document.body) return
    const boxes = [...document.querySelectorAll<HTMLElement>('.df-pick .df-check')]
    boxes.find((box) => box.checkVisibility({ visibilityProperty: true }))?.focus()
  }, [isShown])
}

/** Actions on the selected rows, below a list. Nothing while nothing is selected. */
export function BulkBar({
  count,
  onClear,
  children,
}: {
  /** '3 orders'; null while nothing is selected. */
  count: string | null
  onClear: () => void
  children: ReactNode
}) {
  useFocusListAfter(count !== null)
  return count === null ? null : (
    <div className="df-bulk" role="group" aria-label={`${count} selected`}>
      <b role="status">{count} selected</b>
      {children}
      <Button variant="ghost" small onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}

type Selection = {
  /** The selected rows of this page. */
  selected: readonly number[]
  isAllSelected: boolean
  select: (ids: readonly number[], isSelected: boolean) => void
  selectAll: (isSelected: boolean) => void
  clear: () => void
}

const Context = createContext<Selection>({
  selected: [],
  isAllSelected: false,
  select: () => {},
  selectAll: () => {},
  clear: () => {},
})

export function useSelection(): Selection {
  return useContext(Context)
}

/** Holds which rows of a page are selected, so that only the boxes and the bar are rendered in the browser. */
export function SelectionProvider({
  ids,
  children,
}: {
  ids: readonly number[]
  children: ReactNode
}) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const selected = ids.filter((id) => marked.has(id))
  const select: Selection['select'] = (rows, isSelected) =>
    setMarked((before) => {
      const next = new Set(before)
      rows.forEach((id) => (isSelected ? next.add(id) : next.delete(id)))
      return next
    })
  const selection: Selection = {
    selected,
    isAllSelected: ids.length > 0 && selected.length === ids.length,
    select,
    selectAll: (isSelected) => select(ids, isSelected),
    clear: () => setMarked(new Set()),
  }
  return <Context value={selection}>{children}</Context>
}

export function SelectAllBox() {
  const { isAllSelected, selectAll } = useSelection()
  return (
    <SelectBox label="Select all on this page" isSelected={isAllSelected} onSelect={selectAll} />
  )
}

export function SelectRowBox({ id, label }: { id: number; label: string }) {
  const { selected, select } = useSelection()
  return (
    <SelectBox
      label={`Select ${label}`}
      isSelected={selected.includes(id)}
      onSelect={(isSelected) => select([id], isSelected)}
    />
  )
}

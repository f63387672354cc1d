'use client'
import { useRef, useState } from 'react'

import { Switch } from '@/admin/form/fields'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'

type Props = {
  id: number
  name: string
  field: 'isActive' | 'isFeatured'
  value: boolean
  updatedAt: string
  showLabel?: boolean
}

const labels = { isActive: 'Active', isFeatured: 'Featured' } as const

/** Saves at once; for five seconds one press takes it back. Shows what was asked for until the list is read anew. */
export function ProductToggle({ id, name, field, value, updatedAt, showLabel = false }: Props) {
  const { send, isBusy } = useAdminMutation()
  const [asked, setAsked] = useState<{ value: boolean; at: string } | null>(null)
  /** Pressed again while the last press is under way: what counts in the end. */
  const next = useRef<boolean | null>(null)
  const isUnderWay = useRef(false)
  const save = async (wanted: boolean, mayUndo: boolean): Promise<void> => {
    setAsked({ value: wanted, at: updatedAt })
    next.current = wanted
    if (isUnderWay.current) return
    isUnderWay.current = true
    for (let sent = !wanted; next.current !== sent;) {
      sent = next.current
      if (!(await send(sent, mayUndo))) {
        setAsked(null)
        break
      }
    }
    isUnderWay.current = false
  }
  const send = async (wanted: boolean, mayUndo: boolean): Promise<boolean> => {
    const answer = await send<{ updatedAt: string }>({
      method: 'PUT',
      path: `/api/admin/products/${id}`,
      body: { [field]: wanted },
      done: 'Product updated',
      doneText: `${name} is ${wanted ? 'now' : 'no longer'} ${labels[field].toLowerCase()}.`,
      undo: mayUndo ? () => void save(!wanted, false) : undefined,
      failed: 'Error updating product',
    })
    return answer !== null
  }
  return (
    <Switch
      label={showLabel ? labels[field] : `${name} is ${labels[field].toLowerCase()}`}
      hideLabel={!showLabel}
      checked={asked?.at === updatedAt ? asked.value : value}
      isBusy={isBusy}
      onChange={(wanted) => void save(wanted, true)}
    />
  )
}

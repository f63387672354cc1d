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
}

const labels = { isActive: 'Active', isFeatured: 'Featured' } as const

/** Saves at once and can be undone for five seconds. Shows the requested value until the list is refreshed. */
export function ProductToggle({ id, name, field, value, updatedAt }: Props) {
  const { send, isBusy } = useAdminMutation()
  const [requested, setRequested] = useState<{ value: boolean; at: string } | null>(null)
  /** The value of the latest press, which may come while an earlier one is being saved. */
  const next = useRef<boolean | null>(null)
  const isSaving = useRef(false)
  const put = (isOn: boolean, mayUndo: boolean) =>
    send({
      method: 'PUT',
      path: `/api/admin/products/${id}`,
      body: { [field]: isOn },
      done: 'Product updated',
      doneText: `${name} is ${isOn ? 'now' : 'no longer'} ${labels[field].toLowerCase()}.`,
      undo: mayUndo ? () => void save(!isOn, false) : undefined,
      failed: 'Error updating product',
    })
  const save = async (isOn: boolean, mayUndo: boolean): Promise<void> => {
    setRequested({ value: isOn, at: updatedAt })
    next.current = isOn
    if (isSaving.current) return
    isSaving.current = true
    for (let sent = !isOn; next.current !== sent;) {
      sent = next.current
      if (!(await put(sent, mayUndo))) {
        setRequested(null)
        break
      }
    }
    isSaving.current = false
  }
  return (
    <Switch
      label={`${name} is ${labels[field].toLowerCase()}`}
      hideLabel
      checked={requested?.at === updatedAt ? requested.value : value}
      isBusy={isBusy}
      onChange={(isOn) => void save(isOn, true)}
    />
  )
}

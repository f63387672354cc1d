'use client'
import { type ReactNode, useState } from 'react'

import { ConfirmDialog } from '@/ui/confirm-dialog'
import { useModal } from '@/ui/modal'

type Options<Item> = {
  title: string
  /** What the dialog says about the item. */
  describe: (item: Item) => string
  /** On the button. */
  verb?: string
  onConfirm: (item: Item) => void
}

/** Deletes an item after a confirmation: `confirm` opens the `dialog`, which can be anywhere in the page. */
export function useDeletion<Item>({
  title,
  describe,
  verb = 'Delete it',
  onConfirm,
}: Options<Item>): { confirm: (item: Item) => void; dialog: ReactNode } {
  const [item, setItem] = useState<Item | null>(null)
  const { ref, isInPage, open } = useModal()
  return {
    confirm: (next) => {
      setItem(next)
      open()
    },
    dialog:
      isInPage && item !== null ? (
        <ConfirmDialog dialog={ref} question={title} verb={verb} onConfirm={() => onConfirm(item)}>
          {describe(item)}
        </ConfirmDialog>
      ) : null,
  }
}

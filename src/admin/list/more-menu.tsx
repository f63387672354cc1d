'use client'
import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { Button } from '@/admin/form/button'

/**
 * A disclosure menu. It closes on Escape, an outside press, blur, or a choice, and returns the focus. Its content
 * stays mounted, so that a choice may open a dialog through a portal.
 */
export function MoreMenu({
  label = 'More actions',
  children,
}: {
  label?: string
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const press = ({ target }: PointerEvent): void => {
      if (!(target instanceof Node && place.current?.contains(target))) setIsOpen(false)
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [isOpen])

  const close = (): void => {
    button.current?.focus()
    setIsOpen(false)
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    close()
  }
  return (
    <div
      ref={place}
      className="df-more"
      role="presentation"
      onKeyDown={key}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !place.current?.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <Button
        ref={button}
        className="df-more__button"
        icon={Ellipsis}
        iconSize={20}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      ></Button>
      {/* Before the choice acts: a dialog returns the focus to what has it now. */}
      <div id={id} className="df-more__list" hidden={!isOpen} onClickCapture={close}>
        {children}
      </div>
    </div>
  )
}

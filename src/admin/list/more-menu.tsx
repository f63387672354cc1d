'use client'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import { Button } from '@/admin/form/button'
import { useDisclosure } from '@/admin/shell/use-disclosure'

/**
 * A disclosure menu. It closes on Escape, an outside press, blur, or a choice, and returns the focus. Its content
 * stays mounted, so that a choice may open a dialog through a portal.
 */
export function MoreMenu({ children }: { children: ReactNode }) {
  const { isOpen, setIsOpen, close, root, button, onKeyDown, onBlur } = useDisclosure()
  const id = useId()
  return (
    <div ref={root} className="df-more" role="presentation" onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        ref={button}
        className="df-more__button"
        icon={Ellipsis}
        iconSize={20}
        aria-label="More actions"
        title="More actions"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      ></Button>
      {/* Before the choice acts, because a dialog returns the focus to the element that has it now. */}
      <div id={id} className="df-more__list" hidden={!isOpen} onClickCapture={close}>
        {children}
      </div>
    </div>
  )
}

'use client'
import { Suspense, useRef, useState } from 'react'

import { Section } from '@/components/layout/section'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'

import type { ReturnFormProps, ReturnProps } from './return-form'

const {
  Dialog: ReturnForm,
  preload,
  isReady,
} = lazyDialog<ReturnFormProps>(() => import('./return-form').then((loaded) => loaded.ReturnForm))

export function ReturnRequest(props: ReturnProps) {
  const [isOpen, setOpen] = useState(false)
  const section = useRef<HTMLDivElement>(null)
  return (
    <Section id="return-items" title="Something not right?" className="print:hidden">
      <div ref={section} tabIndex={-1} className="mt-3 grid gap-4.5 outline-none">
        {isOpen ? (
          <Suspense>
            <ReturnForm
              {...props}
              onDone={() => {
                setOpen(false)
                section.current?.focus()
              }}
            />
          </Suspense>
        ) : (
          <div onPointerEnter={preload} onFocus={preload}>
            <Button variant="line" onClick={() => void isReady().then(setOpen)}>
              Return or exchange
            </Button>
          </div>
        )}
      </div>
    </Section>
  )
}

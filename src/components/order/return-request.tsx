'use client'
import { Suspense } from 'react'

import { Section } from '@/components/layout/section'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-dialog'

import type { ReturnFormProps, ReturnProps } from './return-form'
import { useInPlaceForm } from './use-in-place-form'

const {
  Dialog: ReturnForm,
  preload,
  isReady,
} = lazyDialog<ReturnFormProps>(() => import('./return-form').then((loaded) => loaded.ReturnForm))

export function ReturnRequest(props: ReturnProps) {
  const { open, section, opens, close } = useInPlaceForm<'return'>(isReady)
  return (
    <Section id="return-items" title="Something not right?" className="print:hidden">
      <div ref={section} className="mt-3 grid gap-4.5">
        {open ? (
          <Suspense>
            <ReturnForm {...props} onDone={close} />
          </Suspense>
        ) : null}
        <div hidden={open !== null} onPointerEnter={preload} onFocus={preload}>
          <Button variant="line" onClick={opens('return')}>
            Return or exchange
          </Button>
        </div>
      </div>
    </Section>
  )
}

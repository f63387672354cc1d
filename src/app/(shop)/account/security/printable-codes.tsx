'use client'
import type { ReactNode } from 'react'

import { Button, ButtonLink } from '@/ui/button'
import { Icon } from '@/ui/icon'
import { showToast } from '@/ui/toast'

type Props = {
  codes: readonly string[]
  /** The first line of the copied text. */
  title: string
  /** What a code does. */
  children: ReactNode
}

const takeFocus = (element: HTMLElement | null): void => element?.focus()

/** Codes that are shown only once, to print or copy. They get the focus, because the form that made them is gone. */
export function PrintableCodes({ codes, title, children }: Props) {
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(`${title} at ${location.host}\n\n${codes.join('\n')}\n`)
      showToast({ title: 'Codes copied' })
    } catch {
      showToast({
        title: 'Couldn’t copy the codes',
        text: 'Print them or write them down.',
        kind: 'error',
      })
    }
  }
  return (
    <div
      ref={takeFocus}
      tabIndex={-1}
      data-codes
      role="status"
      className="outline-none grid gap-4 rounded-sheet bg-surface p-[clamp(1.1rem,2.4vw,1.9rem)] shadow-rest"
    >
      <p>
        <b className="font-semibold">These codes are shown only once.</b> {children} Store them with
        your important papers.
      </p>
      <ol className="grid gap-x-10 gap-y-1 font-mono text-[1.06rem] sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="py-0.5">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => window.print()}>
          <Icon name="print" className="size-5" />
          Print
        </Button>
        <Button variant="line" onClick={() => void copy()}>
          <Icon name="copy" className="size-5" />
          Copy
        </Button>
      </div>
    </div>
  )
}

/** Codes for the second step of signing in. */
export function BackupCodes({ codes, username }: { codes: readonly string[]; username: string }) {
  return (
    <div className="grid justify-items-start gap-5">
      <PrintableCodes codes={codes} title={`Backup codes for ${username}`}>
        Each code works once as your second step, such as when you’ve lost your phone.
      </PrintableCodes>
      <ButtonLink href="/account/security" variant="line" className="print:hidden">
        I’ve saved my codes
      </ButtonLink>
    </div>
  )
}

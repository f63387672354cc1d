import type { ReactNode } from 'react'

import { Icon } from '@/ui/icon'

const looks = { info: 'bg-sun-soft', alert: 'bg-bad-soft' } as const

/** A note in the page; the caller provides the live region around it. */
export function Notice({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  return (
    <div
      className={`grid grid-cols-[auto_1fr] items-start gap-3 rounded-block px-4 py-3.5 text-small text-ink ${looks[kind]}`}
    >
      <Icon
        name="alert"
        className={`mt-px size-5 ${kind === 'alert' ? 'text-bad' : 'text-warn'}`}
      />
      <div className="grid gap-2">{children}</div>
    </div>
  )
}

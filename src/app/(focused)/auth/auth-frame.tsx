import type { ReactNode } from 'react'

import { QuickHelp } from '@/components/layout/quick-help'
import { Scene } from '@/components/scene'
import { Icon } from '@/ui/icon'

const points = [
  ['leaf', 'Recovery-themed designs'],
  ['moon', 'Mindful meditations and reflections'],
  ['users', 'A supportive community'],
  ['mail', 'Exclusive newsletter content'],
] as const

export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-svh lg:grid-cols-2">
      <aside
        className="on-dark relative isolate flex min-h-70 flex-col gap-6 justify-between overflow-hidden bg-[#1b1830] p-(--gut) pb-9 text-[#f4efdf] lg:sticky lg:top-0 lg:h-svh lg:min-h-[38rem] lg:p-14"
        aria-label="Join the community"
      >
        <div className="absolute inset-0 -z-10">
          <Scene
            place="stillwater"
            only="dusk"
            sizes="(min-width: 64rem) 50vw, 100vw"
            className="size-full -scale-x-100 object-cover object-[50%_42%] lg:object-[38%_50%]"
          />
        </div>
        <div
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 -z-10 h-3/4 bg-linear-to-t from-[#131022]/90 to-transparent"
        />
        <a
          href="/"
          aria-label="Dayfern, home"
          className="wordmark-bone block h-[2.6rem] self-start lg:h-11"
        />
        <div>
          <p className="max-w-[14ch] font-display text-[2.1rem]/[1.08] font-medium lg:text-[3.35rem]/[1.1]">
            Come in. Sit where you like.
          </p>
          <ul className="mt-5 grid gap-x-5 gap-y-2.5 text-small sm:grid-cols-2 lg:mt-6 lg:grid-cols-1 lg:gap-3.5 lg:text-base">
            {points.map(([icon, text]) => (
              <li key={text} className="flex items-center gap-3.5">
                <Icon name={icon} className="text-[#f0c47a]" />
                {text}
              </li>
            ))}
          </ul>
        </div>
      </aside>
      <div className="grid content-center px-(--gut) py-12">
        <div className="mx-auto w-full max-w-[26rem]">
          {children}
          <QuickHelp className="mt-10 border-t border-line pt-6 text-ink-soft" />
        </div>
      </div>
    </div>
  )
}

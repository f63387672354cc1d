import { preload } from 'react-dom'

import { CurrentDate } from '@/components/home/current-date'
import { Scene, sceneSrcSet, type Theme } from '@/components/scene'
import { isDemoMode } from '@/platform/env'
import { buttonClass } from '@/ui/button'

const schemes = { day: 'light', dusk: 'dark' } as const satisfies Record<Theme, string>

/** Preloads the hero picture, the largest of the page. */
const preloadValley = (theme: Theme): void => {
  for (const [place, width] of [
    ['hero', '(min-width: 48rem)'],
    ['hero-tall', '(max-width: 47.99rem)'],
  ] as const)
    preload(`/brand/${place}-${theme}-960.avif`, {
      as: 'image',
      type: 'image/avif',
      fetchPriority: 'high',
      imageSizes: '100vw',
      imageSrcSet: sceneSrcSet(place, theme, 'avif'),
      media: `(prefers-color-scheme: ${schemes[theme]}) and ${width}`,
    })
}

/** --above is the space between the header and the headline; the banner of demo mode takes its height from it. */
const section = [
  'relative isolate -mt-16 flex min-h-188 flex-col overflow-hidden pt-16 lg:-mt-20 lg:pt-20',
  isDemoMode ? '[--banner:1.9rem]' : '[--banner:0rem]',
  '[--above:clamp(1.2rem,3.2vw,3.2rem)] lg:[--above:calc(clamp(1.2rem,3.2vw,3.2rem)-var(--banner))]',
  'lg:min-h-[min(56rem,100svh-var(--banner))]',
  'bg-[linear-gradient(#dce6da_60%,#183427)] text-[#14261d]',
  'dusk:bg-[linear-gradient(#2b2c4d_60%,#10191c)] dusk:text-[#f4efdf]',
].join(' ')

/**
 * Where the sun would be behind the text, the picture is taller than the section, which cuts off its
 * ground. The sun begins 31.2% below the top of the wide picture, and 51% below the top of the tall
 * one. --sky ends at the headline's baseline, measured in its font size.
 */
const picture = [
  'absolute inset-x-0 top-0 -z-10 h-full max-md:min-h-[calc(24rem+95vw)] text-hero',
  'lg:[--sky:calc(5.75rem+var(--above)+0.79em)] lg:min-h-[max(var(--sky)/0.312,var(--sky)+37.3vw)]',
].join(' ')

export function Hero({ tagline }: { tagline: string }) {
  preloadValley('day')
  preloadValley('dusk')
  return (
    <section className={section}>
      <div className={picture}>
        <Scene
          place="hero"
          tall="hero-tall"
          sizes="100vw"
          className="size-full object-cover object-[62%_100%] md:max-lg:object-[40%_100%]"
        />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 -z-10 h-64 bg-[radial-gradient(38rem_15rem_at_100%_100%,rgb(9_32_23/.82),transparent)]"
      />
      <div className="wrap pt-(--above)">
        <h1 className="text-hero lg:whitespace-nowrap">One Day at&nbsp;a&nbsp;Time</h1>
        <div className="mt-[clamp(1.1rem,2vw,1.9rem)] grid max-w-[30rem] gap-5.5">
          <p className="max-w-[25rem] text-lead font-medium">{tagline}</p>
          <p className="flex flex-wrap items-center gap-x-6.5 gap-y-3.5">
            <a href="/products" className={buttonClass({ variant: 'night', size: 'lg' })}>
              Shop the collection
            </a>
            <a href="/about" className="link decoration-[#b9741a] dusk:decoration-[#f0b765]">
              Our story
            </a>
          </p>
        </div>
      </div>
      <p className="aside absolute inset-x-0 bottom-0 bg-press px-(--gut) py-3 text-[1.125rem] text-[#f4efdf] lg:right-(--gut) lg:bottom-6.5 lg:left-auto lg:bg-transparent lg:p-0 lg:text-[1.25rem] lg:[text-shadow:0_1px_10px_rgb(10_30_20/.55)] dusk:max-lg:bg-[#10191c]">
        <CurrentDate />
      </p>
    </section>
  )
}

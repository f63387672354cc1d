'use client'
import type { ReactNode } from 'react'
import { Swatch } from './swatch'

type Props = {
  name: string
  legend: string
  options: readonly string[]
  chosen: string
  onChoose: (option: string) => void
  /** Colors carry a swatch of their cloth. */
  swatches?: boolean
  isAvailable?: (option: string) => boolean
  /** At the right of the legend. */
  aside?: ReactNode
}

/** One choice, drawn as blocks over native radio buttons: arrow keys work, and so does a form without scripts. */
export const OptionGroup = ({ name, legend, options, chosen, onChoose, swatches = false, isAvailable = () => true, aside }: Props) => (
  <fieldset className="min-w-0">
    <div className="flex items-baseline justify-between gap-4">
      <legend className="contents"><span className="text-small font-semibold">{legend}</span></legend>
      <span className="text-small text-ink-mute">{aside}</span>
    </div>
    <div className="mt-2.5 flex flex-wrap gap-2.5">
      {options.map((option) => (
        <label
          key={option}
          className={`flex min-h-11.5 min-w-13.5 cursor-pointer items-center justify-center gap-2.5 rounded-block border-[1.5px] border-line-strong py-1 font-[550] hover:border-ink has-checked:border-fern has-checked:bg-fern-soft has-checked:inset-ring has-checked:inset-ring-fern has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:has-checked:border-[Highlight] ${swatches ? 'pr-3.5 pl-1.5' : 'px-3.5'}`}
        >
          <input type="radio" name={name} value={option} checked={chosen === option} onChange={() => onChoose(option)} className="sr-only" />
          {swatches ? <Swatch color={option} className="size-7.5" /> : null}
          <span className="grid justify-items-center leading-tight">
            <span className={isAvailable(option) ? '' : 'text-ink-mute line-through'}>{option}</span>
            {isAvailable(option) ? null : <span className="text-tiny font-normal text-ink-soft">Sold out</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

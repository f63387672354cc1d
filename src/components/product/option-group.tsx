'use client'
import type { ReactNode } from 'react'

import { ColorSwatch } from './color-swatch'

type Props = {
  name: string
  legend: string
  options: readonly string[]
  chosen: string
  onChoose: (option: string) => void
  swatches?: boolean
  isAvailable?: (option: string) => boolean
  aside?: ReactNode
  /** Why nothing was added; shown until an option is chosen. */
  problem?: string
}

/** One choice, drawn as blocks over native radio buttons: arrow keys work, and sold-out options say so in text. */
export function OptionGroup({
  name,
  legend,
  options,
  chosen,
  onChoose,
  swatches = false,
  isAvailable = () => true,
  aside,
  problem = '',
}: Props) {
  return options.length === 0 ? null : (
    <fieldset className="min-w-0" aria-describedby={problem ? `${name}-problem` : undefined}>
      <legend className="float-left text-small font-semibold">{legend}</legend>
      <span className="float-right text-small text-ink-mute">{aside}</span>
      <div className="clear-both flex flex-wrap gap-2.5 pt-2.5">
        {options.map((option) => (
          <label key={option} className={`option ${swatches ? 'pr-3.5 pl-1.5' : 'px-3.5'}`}>
            <input
              type="radio"
              name={name}
              value={option}
              checked={chosen === option}
              onChange={() => onChoose(option)}
              className="sr-only"
            />
            {swatches ? <ColorSwatch color={option} className="size-7.5" /> : null}
            {isAvailable(option) ? (
              option
            ) : (
              <span className="grid justify-items-center leading-tight">
                <span className="text-ink-mute line-through">{option}</span>
                <span className="text-tiny font-normal text-ink-soft">Sold out</span>
              </span>
            )}
          </label>
        ))}
      </div>
      {problem ? (
        <p id={`${name}-problem`} className="pt-2 text-small font-[550] text-bad">
          {problem}
        </p>
      ) : null}
    </fieldset>
  )
}

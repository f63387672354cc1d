import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'

const base = 'inline-flex items-center justify-center gap-2.5 rounded-block border-[1.5px] text-center font-semibold leading-tight cursor-pointer transition-colors duration-200 ease-leaf disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-mute'

/** One solid button a view. `night` is the button on the pictures: fir by day, sun at dusk. */
const variants = {
  solid: 'border-transparent bg-fern text-on-fern hover:bg-fern-deep',
  line: 'border-line-strong text-ink hover:border-ink hover:bg-surface',
  ghost: 'border-transparent text-ink hover:bg-sunken',
  sun: 'border-transparent bg-sun text-on-sun hover:brightness-105',
  night: 'border-transparent bg-[#183d2d] text-[#f7f5e8] hover:bg-[#0f2c20] dusk:bg-[#f0c47a] dusk:text-[#241703] dusk:hover:bg-[#f6d595]',
} as const

const sizes = {
  sm: 'min-h-10 px-4 py-1 text-small',
  md: 'min-h-12 px-5.5 py-2 text-base',
  lg: 'min-h-14 px-7 py-2 text-body',
} as const

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes; className?: string }

export const buttonClass = ({ variant = 'solid', size = 'md', className = '' }: Look = {}): string =>
  `${base} ${variants[variant]} ${sizes[size]} ${className}`

export const Button = ({ variant, size, className, type = 'button', ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type={type} className={buttonClass({ variant, size, className })} {...rest} />
)

export const ButtonLink = ({ variant, size, className, ...rest }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a className={buttonClass({ variant, size, className })} {...rest} />
)

const roundLooks = {
  plain: 'rounded-round border-transparent',
  line: 'rounded-block border-line-strong',
  raised: 'rounded-round border-transparent bg-surface text-ink shadow-rest',
} as const

/** Only an icon inside: give it an aria-label. */
export const iconButtonClass = (look: keyof typeof roundLooks = 'plain', className = 'size-11'): string =>
  `relative inline-grid shrink-0 place-items-center border-[1.5px] cursor-pointer hover:bg-[color-mix(in_oklch,currentColor_9%,var(--hold,transparent))] disabled:cursor-not-allowed ${roundLooks[look]} ${className}`

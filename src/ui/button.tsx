import type { AnchorHTMLAttributes, ComponentProps } from 'react'

/** One solid button a view. `night` is the button on the pictures: fir by day, sun at dusk. */
const variants = {
  solid: 'bg-fern text-on-fern not-disabled:hover:bg-fern-deep',
  line: 'border-line-strong not-disabled:hover:border-ink not-disabled:hover:bg-surface',
  ghost: 'not-disabled:hover:bg-sunken',
  sun: 'bg-sun text-on-sun hover:brightness-105',
  night:
    'bg-[#183d2d] text-[#f7f5e8] hover:bg-[#0f2c20] dusk:bg-[#f0c47a] dusk:text-[#241703] dusk:hover:bg-[#f6d595]',
} as const

const sizes = {
  sm: 'min-h-(--target) px-4 py-1 text-small',
  md: '',
  lg: 'min-h-14 px-7 py-2 text-body max-[18rem]:px-3',
} as const

const joined = (...classes: string[]): string => classes.filter(Boolean).join(' ')

type Look = { variant?: keyof typeof variants; size?: keyof typeof sizes; className?: string }

export function buttonClass({ variant = 'solid', size = 'md', className = '' }: Look = {}): string {
  return joined('button', variants[variant], sizes[size], className)
}

/** The button of both themes. `isBusy` disables it and tells screen readers. */
export function ButtonBase({
  isBusy,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { isBusy?: boolean }) {
  const busy =
    isBusy === undefined ? {} : { 'aria-busy': isBusy, disabled: isBusy || rest.disabled }
  return <button type={type} {...rest} {...busy} />
}

export function Button({
  variant,
  size,
  className,
  ...rest
}: Look & ComponentProps<'button'> & { isBusy?: boolean }) {
  return <ButtonBase className={buttonClass({ variant, size, className })} {...rest} />
}

export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a className={buttonClass({ variant, size, className })} {...rest}>
      {children}
    </a>
  )
}

const roundLooks = {
  plain: '',
  line: 'rounded-block border-line-strong',
  raised: 'bg-surface text-ink shadow-rest [--hold:var(--c-surface)]',
} as const

/** Only an icon inside: give it an aria-label. */
export function iconButtonClass(look: keyof typeof roundLooks = 'plain', className = ''): string {
  return joined('round-button', roundLooks[look], className)
}

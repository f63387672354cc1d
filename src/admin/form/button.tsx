import { Link } from '@payloadcms/ui'
import type { LucideIcon } from 'lucide-react'
import type { AnchorHTMLAttributes, ComponentProps, ReactNode } from 'react'

import { ButtonBase } from '@/ui/button'

type Style = {
  variant?: 'line' | 'solid' | 'ghost' | 'danger'
  small?: boolean
  /** Left of the label; in an icon button instead of it. */
  icon?: LucideIcon
  iconSize?: number
  className?: string
}
type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  href: string
  /** A navigation of the browser: another site, a file, a sign-out. */
  native?: boolean
  newTab?: boolean
}
type IconProps = { icon: LucideIcon; iconSize?: number; label: string; className?: string }

const classOf = ({ variant = 'line', small, className }: Style): string =>
  ['df-button', `df-button--${variant}`, small ? 'df-button--small' : '', className]
    .filter(Boolean)
    .join(' ')

const content = ({ icon: Icon, small, iconSize = small ? 16 : 18 }: Style, children: ReactNode) => (
  <>
    {Icon ? <Icon aria-hidden size={iconSize} strokeWidth={1.7} /> : null}
    {children}
  </>
)

/** A link inside the panel without prefetching, or a plain anchor. */
export function PanelLink({ native, newTab, href, children, ...rest }: LinkProps) {
  if (newTab)
    return (
      <a href={href} target="_blank" rel="noopener" {...rest}>
        {children}
      </a>
    )
  return native ? (
    <a href={href} {...rest}>
      {children}
    </a>
  ) : (
    <Link href={href} prefetch={false} {...rest}>
      {children}
    </Link>
  )
}

/** `quiet` (the default) in tables and lists, `plain` within a sentence, `strong` beside a heading. */
export function TextLink({
  look = 'quiet',
  ...rest
}: LinkProps & { look?: 'quiet' | 'plain' | 'strong' }) {
  return <PanelLink {...rest} className={look === 'strong' ? 'df-link' : `df-${look}-link`} />
}

export function Button({
  variant,
  small,
  icon,
  iconSize,
  className,
  children,
  ...rest
}: Style & ComponentProps<'button'> & { isBusy?: boolean }) {
  return (
    <ButtonBase {...rest} className={classOf({ variant, small, className })}>
      {content({ icon, small, iconSize }, children)}
    </ButtonBase>
  )
}

export function ButtonLink({
  variant,
  small,
  icon,
  iconSize,
  className,
  children,
  ...rest
}: Style & LinkProps) {
  return (
    <PanelLink {...rest} className={classOf({ variant, small, className })}>
      {content({ icon, small, iconSize }, children)}
    </PanelLink>
  )
}

export function IconButton({
  icon: Icon,
  iconSize = 18,
  label,
  className = '',
  ...rest
}: IconProps & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <ButtonBase {...rest} className={`df-icon-button ${className}`} aria-label={label}>
      <Icon aria-hidden size={iconSize} strokeWidth={1.6} />
    </ButtonBase>
  )
}

export function IconLink({
  icon: Icon,
  iconSize = 18,
  label,
  className = '',
  ...rest
}: IconProps & Omit<LinkProps, 'children'>) {
  return (
    <PanelLink {...rest} className={`df-icon-button ${className}`} aria-label={label}>
      <Icon aria-hidden size={iconSize} strokeWidth={1.6} />
    </PanelLink>
  )
}

export function focusHeading(heading: HTMLElement | null): void {
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/**
 * The `ref` of a button that its own request may remove from the page: the heading above then gets the focus, which
 * would be lost otherwise.
 */
export function passFocusOn(button: HTMLElement | null): () => void {
  return () => {
    if (!button || document.activeElement !== button) return
    focusHeading(
      button.closest('dialog, .df-panel')?.querySelector('h2') ?? document.querySelector('h1'),
    )
  }
}

import { QuickExit } from '@/components/layout/quick-exit'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icon'

/** @param props.hasCart false on the page of a payment link, which has no cart to go back to */
export function CheckoutHeader({ hasCart = true }: { hasCart?: boolean }) {
  return (
    <header className="border-b border-line">
      <div className="wrap flex min-h-18 flex-wrap items-center justify-between gap-x-2 sm:grid sm:grid-cols-[1fr_auto_1fr]">
        {hasCart ? (
          <a
            href="/cart"
            className={buttonClass({
              variant: 'ghost',
              size: 'sm',
              className:
                '-ml-3.5 justify-self-start px-3.5! whitespace-nowrap max-sm:-ml-2 max-sm:px-2!',
            })}
          >
            <Icon name="back" className="size-4.5" />
            <span>
              Back<span className="max-[23rem]:sr-only"> to cart</span>
            </span>
          </a>
        ) : (
          <span />
        )}
        <a
          href="/"
          aria-label="Dayfern, home"
          className="wordmark block h-[min(2.35rem,max(37px,9.6vw))] lg:h-[2.6rem]"
        />
        <span className="flex items-center gap-5 justify-self-end text-small text-ink-soft">
          <span className="inline-flex items-center gap-2 max-sm:hidden">
            <Icon name="lock" className="size-4.5" />
            Secure
          </span>
          <QuickExit className="py-3 whitespace-nowrap underline underline-offset-4" />
        </span>
      </div>
    </header>
  )
}

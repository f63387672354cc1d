import type { ReactNode } from 'react'

import type { ProductView } from '@/modules/catalog/queries/get-product'
import { Icon } from '@/ui/icon'

import { ChosenSizeTable } from './chosen-size-table'

const Fold = ({
  title,
  open = false,
  children,
}: {
  title: string
  open?: boolean
  children: ReactNode
}) => (
  <details open={open} className="group border-b border-line">
    <summary className="flex items-center justify-between py-4.5 text-body font-semibold">
      {title}
      <Icon name="plus" className="size-4.5 group-open:hidden" />
      <Icon name="minus" className="hidden size-4.5 group-open:block" />
    </summary>
    <div className="pb-5 text-ink-soft">{children}</div>
  </details>
)

/** Size chart on the left; care, shipping, quality, and returns in collapsible sections on the right. */
export function ProductDetails({
  sizeGuide,
  notes,
}: {
  sizeGuide: ProductView['sizeGuide']
  notes: Record<string, string>
}) {
  return (
    <section
      aria-label="Product details"
      className="wrap section-y grid gap-12 lg:grid-cols-[6fr_5fr] lg:gap-24"
    >
      {sizeGuide.length > 0 ? (
        <div id="size-guide">
          <h2 className="mb-5 text-h2">Size guide</h2>
          <ChosenSizeTable rows={sizeGuide} />
          <p className="mt-4 text-small text-ink-mute">Between sizes? Go up for a loose fit.</p>
        </div>
      ) : null}
      <div>
        {Object.entries(notes)
          .filter(([, text]) => text)
          .map(([title, text], index) => (
            <Fold key={title} title={title} open={index === 0}>
              <p>{text}</p>
            </Fold>
          ))}
      </div>
    </section>
  )
}

'use client'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { checkCartLine } from '@/components/cart/check-cart'
import { noColor, noSize } from '@/modules/checkout/rules/cart'
import { Button } from '@/ui/button'
import { Modal } from '@/ui/modal'

import { addToCart, formatVariant, missingOption, missingOptionMessages } from './add-to-cart'
import { OptionGroup } from './option-group'
import { Price } from './price'
import { type QuickAddProduct, quickAddStore } from './quick-add-store'

const Choices = ({ product, onDone }: { product: QuickAddProduct; onDone: () => void }) => {
  const only = (list: readonly string[]): string => (list.length === 1 ? (list[0] ?? '') : '')
  const [size, setSize] = useState(only(product.sizes))
  const [color, setColor] = useState(only(product.colors))
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')

  const add = async (): Promise<void> => {
    const missing = missingOption(product, { size, color })
    if (missing) {
      document.querySelector<HTMLElement>(`dialog[open] [name="sheet-${missing}"]`)?.focus()
      // Said in the sheet itself: a toast would lie over the very choice it asks for.
      return setRefused(`${missingOptionMessages[missing]}.`)
    }
    setBusy(true)
    // The card knows neither what is sold out nor what a size costs extra. Without an answer the cart will find out.
    const checked = await checkCartLine({
      productId: product.id,
      size: size || noSize,
      color: color || noColor,
      quantity: 1,
    })
    setBusy(false)
    if (checked?.status === 'unavailable' || checked?.status === 'gone')
      return setRefused(
        `${formatVariant({ size: size || noSize, color: color || noColor }) || 'This one'} is sold out. Please choose another.`,
      )
    onDone()
    addToCart({
      ...product,
      size,
      color,
      quantity: 1,
      priceCents: checked?.unitCents ?? product.priceCents,
      image: checked?.image ?? product.image,
    })
  }

  return (
    <form
      className="mt-4 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Price cents={product.priceCents} />
      {product.colors.length > 0 ? (
        <OptionGroup
          name="sheet-color"
          legend="Color"
          options={product.colors}
          chosen={color}
          onChoose={(next) => {
            setColor(next)
            setRefused('')
          }}
          swatches
        />
      ) : null}
      {product.sizes.length > 0 ? (
        <OptionGroup
          name="sheet-size"
          legend="Size"
          options={product.sizes}
          chosen={size}
          onChoose={(next) => {
            setSize(next)
            setRefused('')
          }}
        />
      ) : null}
      <p role="alert" className="text-small font-[550] text-bad empty:hidden">
        {refused}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" className="grow" disabled={busy} aria-busy={busy}>
          {busy ? 'Adding...' : 'Add to cart'}
        </Button>
        <a href={`/products/${product.id}`} className="link">
          See all of it
        </a>
      </div>
    </form>
  )
}

/** The one sheet of a page, opened by any card's plus (sheet-store). */
export function QuickAddSheet() {
  const product = useSyncExternalStore(quickAddStore.subscribe, quickAddStore.get, () => null)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (product && !dialog.current?.open) dialog.current?.showModal()
  }, [product])
  return product ? (
    <Modal ref={dialog} title={product.name} shape="panel" onClose={() => quickAddStore.open(null)}>
      <Choices key={product.id} product={product} onDone={() => dialog.current?.close()} />
    </Modal>
  ) : null
}

'use client'
import { useEffect, useRef, useState } from 'react'

import { checkCartLine } from '@/components/cart/check-cart'
import { noColor, noSize } from '@/modules/checkout/rules/cart'
import { Button } from '@/ui/button'
import { Modal } from '@/ui/modal'

import {
  addToCart,
  formatVariant,
  missingOption,
  missingOptionHints,
  onlyOption,
  showMissingOptionToast,
} from './add-to-cart'
import { OptionGroup } from './option-group'
import { Price } from './price'
import { type QuickAddProduct, quickAddStore } from './quick-add-store'

type Props = { product: QuickAddProduct; onDone: () => void }

const useQuickAdd = ({ product, onDone }: Props) => {
  const [choice, setChoice] = useState({
    size: onlyOption(product.sizes),
    color: onlyOption(product.colors),
  })
  const [busy, setBusy] = useState(false)
  const [missing, setMissing] = useState<'size' | 'color' | null>(null)
  const [message, setMessage] = useState('')

  const choose = (change: Partial<typeof choice>): void => {
    setChoice({ ...choice, ...change })
    setMissing(null)
    setMessage('')
  }
  const add = async (): Promise<void> => {
    const option = missingOption(product, choice)
    if (option) {
      document.querySelector<HTMLElement>(`dialog[open] [name="sheet-${option}"]`)?.focus()
      setMissing(option)
      return showMissingOptionToast(option)
    }
    const variant = { size: choice.size || noSize, color: choice.color || noColor }
    setBusy(true)
    // The card does not know what is sold out or what a size costs extra. Without a response the cart checks it later.
    const checked = await checkCartLine({ productId: product.id, ...variant, quantity: 1 })
    setBusy(false)
    if (checked?.status === 'unavailable' || checked?.status === 'gone')
      return setMessage(
        `${formatVariant(variant) || 'This item'} is sold out. Please choose another option.`,
      )
    onDone()
    addToCart({
      ...product,
      ...choice,
      quantity: 1,
      priceCents: checked?.unitCents ?? product.priceCents,
      image: checked?.image ?? product.image,
    })
  }
  return { choice, choose, add, busy, missing, message }
}

const QuickAddForm = (props: Props) => {
  const { product } = props
  const { choice, choose, add, busy, missing, message } = useQuickAdd(props)
  return (
    <form
      className="mt-4 grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Price cents={product.priceCents} />
      <OptionGroup
        name="sheet-color"
        legend="Color"
        options={product.colors}
        chosen={choice.color}
        onChoose={(color) => choose({ color })}
        swatches
        problem={missing === 'color' ? missingOptionHints.color : ''}
      />
      <OptionGroup
        name="sheet-size"
        legend="Size"
        options={product.sizes}
        chosen={choice.size}
        onChoose={(size) => choose({ size })}
        problem={missing === 'size' ? missingOptionHints.size : ''}
      />
      <p role="alert" className="text-small font-[550] text-bad empty:hidden">
        {message}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" className="grow" disabled={busy} aria-busy={busy}>
          {busy ? 'Adding…' : 'Add to cart'}
        </Button>
        <a href={`/products/${product.id}`} className="link">
          View full details
        </a>
      </div>
    </form>
  )
}

/** The options of a product from a list. Opens when it is rendered. */
export function QuickAddSheet({ product }: { product: QuickAddProduct }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <Modal ref={dialog} title={product.name} shape="panel" onClose={() => quickAddStore.open(null)}>
      <QuickAddForm key={product.id} product={product} onDone={() => dialog.current?.close()} />
    </Modal>
  )
}

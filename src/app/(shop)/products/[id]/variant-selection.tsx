'use client'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'

import { formText } from '@/components/form/api-form'
import { addToCart, missingOption, showMissingOptionToast } from '@/components/product/add-to-cart'
import { useBrowserValue } from '@/components/use-browser-value'

import { cartImageUrl, type SelectableProduct, variantKey } from './selectable-product'

type Choice = {
  product: SelectableProduct
  size: string
  color: string
  setSize: (size: string) => void
  setColor: (color: string) => void
  quantity: number
  setQuantity: (quantity: number) => void
  /** What a press on the button left to be said: which choice is missing. */
  missing: 'size' | 'color' | null
  /** Of what is chosen so far. */
  priceCents: number
  isSoldOut: boolean
  canHave: (color: string, size: string) => boolean
  /** Adds what is chosen, or says what is still missing and goes there. */
  add: () => void
}

const ChoiceContext = createContext<Choice | null>(null)

export function useVariantSelection(): Choice {
  const choice = use(ChoiceContext)
  if (!choice) throw new Error('useVariantSelection must be used within a VariantSelectionProvider')
  return choice
}

const inUrl = (name: 'color' | 'size') => (): string =>
  new URLSearchParams(location.search).get(name) ?? ''
const colorInUrl = inUrl('color')
const sizeInUrl = inUrl('size')

type Early = { size: string; color: string; quantity: string }
const nothingYet: Early = { size: '', color: '', quantity: '' }

/** What was chosen on the page before its scripts were here: they put every control back to where it began. */
const chosenEarly = (productId: number): Early => {
  const form =
    typeof document === 'undefined'
      ? null
      : document.querySelector<HTMLFormElement>(`#buy[data-product="${productId}"]`)
  const text = formText(form)
  return { size: text('size'), color: text('color'), quantity: text('quantity') }
}

/** The choice stands in the address, so that a link that is passed on opens with it; the page itself is the same for all. */
const remember = (name: 'color' | 'size', value: string): void => {
  const url = new URL(location.href)
  url.searchParams.set(name, value)
  history.replaceState(history.state, '', url)
}

const named = (options: readonly string[], requested: string): string =>
  options.find((option) => option.toLowerCase() === requested.toLowerCase()) ?? ''
const onlyOne = (options: readonly string[]): string =>
  options.length === 1 ? (options[0] ?? '') : ''

/** What is chosen on the product page: the gallery, the form, the bar and the size table all show it. */
export function VariantSelectionProvider({
  product,
  children,
}: {
  product: SelectableProduct
  children: ReactNode
}) {
  const { sizes, colors, soldOut } = product
  const [pickedSize, pickSize] = useState('')
  const [pickedColor, pickColor] = useState('')
  const [pickedQuantity, setQuantity] = useState(0)
  const [seen] = useState(() => chosenEarly(product.id))
  const early = useBrowserValue(() => seen, nothingYet)
  const [showsMissing, setShowsMissing] = useState(false)
  const colorParam = useBrowserValue(colorInUrl, '')
  const sizeParam = useBrowserValue(sizeInUrl, '')
  const size = pickedSize || named(sizes, early.size) || named(sizes, sizeParam) || onlyOne(sizes)
  const color =
    pickedColor || named(colors, early.color) || named(colors, colorParam) || onlyOne(colors)
  const quantity = pickedQuantity || Number(early.quantity) || 1

  const choice = useMemo<Choice>(() => {
    const canHave = (wantedColor: string, wantedSize: string): boolean => {
      const inColors = wantedColor ? [wantedColor] : colors.length > 0 ? colors : ['']
      const inSizes = wantedSize ? [wantedSize] : sizes.length > 0 ? sizes : ['']
      return inColors.some((one) =>
        inSizes.some((other) => !soldOut.includes(variantKey(one, other))),
      )
    }
    const priceCents = product.prices[variantKey(color, size)] ?? product.priceCents
    return {
      product,
      size,
      color,
      quantity,
      setQuantity,
      priceCents,
      canHave,
      missing: showsMissing ? missingOption(product, { size, color }) : null,
      isSoldOut: !canHave(color, size),
      setSize: (next) => {
        pickSize(next)
        remember('size', next)
      },
      setColor: (next) => {
        pickColor(next)
        remember('color', next)
      },
      add: () => {
        const missing = missingOption(product, { size, color })
        setShowsMissing(missing !== null)
        if (missing) {
          document.querySelector<HTMLElement>(`#buy [name="${missing}"]`)?.focus()
          return showMissingOptionToast(missing)
        }
        addToCart({
          id: product.id,
          name: product.name,
          size,
          color,
          quantity,
          priceCents,
          image: cartImageUrl(product, color),
        })
      },
    }
  }, [product, sizes, colors, soldOut, size, color, quantity, showsMissing])

  return <ChoiceContext value={choice}>{children}</ChoiceContext>
}

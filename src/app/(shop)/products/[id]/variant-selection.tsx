'use client'
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'

import { cartStore } from '@/components/cart/cart-store'
import { formText } from '@/components/form/form-text'
import {
  addToCart,
  doubleClickMs,
  missingOption,
  onlyOption,
  showMissingOptionToast,
} from '@/components/product/add-to-cart'
import { useBrowserValue } from '@/components/use-browser-value'
import { matchesCartLine, noColor, noSize } from '@/modules/checkout/rules/cart'

import { cartImageUrl, type SelectableProduct, variantKey } from './selectable-product'

type Choice = {
  product: SelectableProduct
  size: string
  color: string
  setSize: (size: string) => void
  setColor: (color: string) => void
  quantity: number
  setQuantity: (quantity: number) => void
  /** The choice that was missing when the button was pressed. */
  missing: 'size' | 'color' | null
  /** Of what is chosen so far. */
  priceCents: number
  isSoldOut: boolean
  /** True for a moment after adding. */
  isAdded: boolean
  canHave: (color: string, size: string) => boolean
  /**
   * Adds what is chosen, or shows what is still missing and moves the focus there.
   * @param once counts what is in the cart already
   * @returns whether all of it is in the cart now
   */
  add: (once?: 'once') => boolean
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

type InitialChoice = { size: string; color: string; quantity: string }
const noChoice: InitialChoice = { size: '', color: '', quantity: '' }

/** The choices made before hydration, which resets the controls. */
const readInitialChoice = (productId: number): InitialChoice => {
  const form =
    typeof document === 'undefined'
      ? null
      : document.querySelector<HTMLFormElement>(`#buy[data-product="${productId}"]`)
  const text = formText(form)
  return { size: text('size'), color: text('color'), quantity: text('quantity') }
}

/** Stores the choice in the URL, so that a shared link opens with it. The page is the same for all. */
const storeInUrl = (name: 'color' | 'size', value: string): void => {
  const url = new URL(location.href)
  url.searchParams.set(name, value)
  history.replaceState(history.state, '', url)
}

const findOption = (options: readonly string[], requested: string): string =>
  options.find((option) => option.toLowerCase() === requested.toLowerCase()) ?? ''

/** The choice: made by hand, else made before the scripts had loaded, else from the URL, else the only option. */
const useSelectedOptions = ({ id, sizes, colors }: SelectableProduct) => {
  const [pickedSize, pickSize] = useState('')
  const [pickedColor, pickColor] = useState('')
  const [pickedQuantity, setQuantity] = useState(0)
  const [initial] = useState(() => readInitialChoice(id))
  const early = useBrowserValue(() => initial, noChoice)
  const colorParam = useBrowserValue(colorInUrl, '')
  const sizeParam = useBrowserValue(sizeInUrl, '')
  const size =
    pickedSize || findOption(sizes, early.size) || findOption(sizes, sizeParam) || onlyOption(sizes)
  const color =
    pickedColor ||
    findOption(colors, early.color) ||
    findOption(colors, colorParam) ||
    onlyOption(colors)
  const quantity = pickedQuantity || Number(early.quantity) || 1
  return { size, color, quantity, pickSize, pickColor, setQuantity }
}

/** Whether any variant of that color and size is in stock; an empty one stands for any. */
const isAvailable = (
  { sizes, colors, soldOut }: SelectableProduct,
  color: string,
  size: string,
): boolean => {
  const inColors = color ? [color] : colors.length > 0 ? colors : ['']
  const inSizes = size ? [size] : sizes.length > 0 ? sizes : ['']
  return inColors.some((one) => inSizes.some((other) => !soldOut.includes(variantKey(one, other))))
}

/** A flag that falls back to false after this many milliseconds. */
const useBriefly = (ms: number): [boolean, (value: boolean) => void] => {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const timer = setTimeout(() => setOn(false), ms)
    return () => clearTimeout(timer)
  }, [isOn, ms])
  return [isOn, setOn]
}

const focusMissingOption = (missing: 'size' | 'color'): false => {
  document.querySelector<HTMLElement>(`#buy [name="${missing}"]`)?.focus()
  showMissingOptionToast(missing)
  return false
}

const quantityInCart = (
  productId: number,
  { size, color }: Pick<Choice, 'size' | 'color'>,
): number => {
  const key = { productId, size: size || noSize, color: color || noColor }
  return cartStore.get().items.find((line) => matchesCartLine(line, key))?.quantity ?? 0
}

/** Adds a variant to the cart; with `once` only as many as are missing there. @returns whether all of it is in the cart now */
const addChosen = (
  product: SelectableProduct,
  chosen: Pick<Choice, 'size' | 'color' | 'quantity' | 'priceCents'>,
  once?: 'once',
): boolean => {
  const { id, name } = product
  const quantity = chosen.quantity - (once ? quantityInCart(id, chosen) : 0)
  const image = cartImageUrl(product, chosen.color)
  return (
    quantity <= 0 ||
    addToCart({ id, name, ...chosen, quantity, image }, once !== undefined) !== 'full'
  )
}

/** Shares the choice between the gallery, the form, the buy bar, and the size table. */
export function VariantSelectionProvider({
  product,
  children,
}: {
  product: SelectableProduct
  children: ReactNode
}) {
  const { size, color, quantity, pickSize, pickColor, setQuantity } = useSelectedOptions(product)
  const [showsMissing, setShowsMissing] = useState(false)
  const [isAdded, setAdded] = useBriefly(doubleClickMs)

  const choice = useMemo<Choice>(() => {
    const canHave = (forColor: string, forSize: string): boolean =>
      isAvailable(product, forColor, forSize)
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
      isAdded,
      setSize: (next) => {
        pickSize(next)
        storeInUrl('size', next)
      },
      setColor: (next) => {
        pickColor(next)
        storeInUrl('color', next)
      },
      add: (once) => {
        const missing = missingOption(product, { size, color })
        setShowsMissing(missing !== null)
        if (missing) return focusMissingOption(missing)
        const isIn = addChosen(product, { size, color, quantity, priceCents }, once)
        if (isIn) setAdded(true)
        return isIn
      },
    }
  }, [
    product,
    size,
    color,
    quantity,
    showsMissing,
    isAdded,
    setAdded,
    pickSize,
    pickColor,
    setQuantity,
  ])

  return <ChoiceContext value={choice}>{children}</ChoiceContext>
}

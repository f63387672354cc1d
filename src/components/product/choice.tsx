'use client'
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react'
import { addToCart, askForChoice, missingChoice } from './add-to-cart'
import { cartImage, type Choosable, kindKey } from './choosable'

type Choice = {
  product: Choosable
  size: string
  color: string
  setSize: (size: string) => void
  setColor: (color: string) => void
  /** Of what is chosen so far. */
  priceCents: number
  isSoldOut: boolean
  canHave: (color: string, size: string) => boolean
  /** Adds what is chosen, or says what is still missing and goes there. */
  add: (quantity: number) => void
}

const ChoiceContext = createContext<Choice | null>(null)

export const useChoice = (): Choice => {
  const choice = use(ChoiceContext)
  if (!choice) throw new Error('useChoice must be used within a ChoiceProvider')
  return choice
}

const never = () => () => undefined
const colorInUrl = (): string => new URLSearchParams(location.search).get('color') ?? ''

const rememberColor = (color: string): void => {
  const url = new URL(location.href)
  url.searchParams.set('color', color.toLowerCase())
  history.replaceState(history.state, '', url)
}

/** What is chosen on the product page: the gallery, the form, the bar and the size table all show it. */
export const ChoiceProvider = ({ product, children }: { product: Choosable; children: ReactNode }) => {
  const { sizes, colors, soldOut } = product
  const [pickedSize, setSize] = useState('')
  const [pickedColor, pickColor] = useState('')
  const asked = useSyncExternalStore(never, colorInUrl, () => '')
  const size = pickedSize || (sizes.length === 1 ? sizes[0] ?? '' : '')
  const color = pickedColor || colors.find((known) => known.toLowerCase() === asked.toLowerCase()) || (colors.length === 1 ? colors[0] ?? '' : '')

  const choice = useMemo<Choice>(() => {
    const canHave = (wantedColor: string, wantedSize: string): boolean => {
      const inColors = wantedColor ? [wantedColor] : colors.length > 0 ? colors : ['']
      const inSizes = wantedSize ? [wantedSize] : sizes.length > 0 ? sizes : ['']
      return inColors.some((one) => inSizes.some((other) => !soldOut.includes(kindKey(one, other))))
    }
    const priceCents = product.prices[kindKey(color, size)] ?? product.priceCents
    return {
      product, size, color, priceCents, canHave, setSize,
      isSoldOut: !canHave(color, size),
      setColor: (next) => {
        pickColor(next)
        rememberColor(next)
      },
      add: (quantity) => {
        const missing = missingChoice(product, { size, color })
        if (missing) {
          document.querySelector<HTMLElement>(`#buy [name="${missing}"]`)?.focus()
          return askForChoice(missing)
        }
        addToCart({ id: product.id, name: product.name, size, color, quantity, priceCents, image: cartImage(product, color) })
      },
    }
  }, [product, sizes, colors, soldOut, size, color])

  return <ChoiceContext value={choice}>{children}</ChoiceContext>
}

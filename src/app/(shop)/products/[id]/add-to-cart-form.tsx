'use client'
import { formatVariant, missingOptionHints } from '@/components/product/add-to-cart'
import { OptionGroup } from '@/components/product/option-group'
import { SaveButton } from '@/components/saved/save-button'
import { useHydrated } from '@/components/use-browser-value'
import { cartLimits } from '@/modules/checkout/rules/cart'
import { buttonClass, iconButtonClass } from '@/ui/button'
import { SelectField } from '@/ui/form-fields'

import { ShareButton } from './share-button'
import { useVariantSelection } from './variant-selection'

const quantities = Array.from({ length: cartLimits.quantityPerLine }, (_, index) => index + 1)

const QuantityField = () => {
  const { quantity, setQuantity } = useVariantSelection()
  return (
    <SelectField
      id="quantity"
      name="quantity"
      label="Quantity"
      value={quantity}
      onChange={(event) => setQuantity(Number(event.target.value))}
      selectClassName="min-h-14!"
    >
      {quantities.map((number) => (
        <option key={number} value={number}>
          {number}
        </option>
      ))}
    </SelectField>
  )
}

const SoldOutMessage = () => {
  const { size, color, isSoldOut } = useVariantSelection()
  return (
    <p role="status" className="text-small text-ink-soft empty:hidden">
      {isSoldOut
        ? `${formatVariant({ size: size || 'One Size', color: color || 'Default' }) || 'This product'} is sold out. ${size || color ? 'Please try another size or color.' : ''}`
        : ''}
    </p>
  )
}

const NoScriptNote = () => (
  <noscript>
    <p className="rounded-block bg-sun-soft p-4 text-small">
      Your cart needs JavaScript. Please turn it on to order, or contact us and we’ll help.
    </p>
  </noscript>
)

const BuyRow = () => {
  const { product, isSoldOut, isAdded } = useVariantSelection()
  return (
    <div className="grid grid-cols-[4.6rem_1fr_auto_auto] items-end gap-2 max-[23.5rem]:grid-cols-[4.6rem_1fr] max-[18rem]:grid-cols-1 xl:grid-cols-[5.6rem_1fr_auto_auto] xl:gap-3">
      <QuantityField />
      <button
        type="submit"
        data-buy
        className={buttonClass({ size: 'lg', className: 'px-2.5! whitespace-nowrap' })}
        disabled={isSoldOut}
      >
        {isSoldOut ? 'Sold out' : isAdded ? 'Added' : 'Add to cart'}
      </button>
      <SaveButton
        kind="products"
        id={product.id}
        icon="heart"
        label="Add to wishlist"
        className={iconButtonClass('line', 'h-14 w-12 xl:w-14')}
      />
      <ShareButton name={product.name} />
    </div>
  )
}

/** Adds the product to the cart and opens express checkout for all of it. A second submit button, so that both check the options. */
const expressValue = 'express'

const ExpressButton = () => {
  const { isSoldOut } = useVariantSelection()
  return isSoldOut ? null : (
    <button
      type="submit"
      value={expressValue}
      className={buttonClass({ variant: 'line', size: 'lg', className: 'w-full' })}
    >
      Express checkout with PayPal
    </button>
  )
}

const isExpress = (event: Event): boolean =>
  event instanceof SubmitEvent &&
  event.submitter instanceof HTMLButtonElement &&
  event.submitter.value === expressValue

export function AddToCartForm({ hasExpressCheckout }: { hasExpressCheckout: boolean }) {
  const { product, size, color, setSize, setColor, missing, canHave, add } = useVariantSelection()
  const isHydrated = useHydrated()
  return (
    <form
      id="buy"
      data-product={product.id}
      data-replay
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      onSubmit={(event) => {
        // What was chosen before hydration isn't known yet: the event is repeated (event-replay-script).
        if (!isHydrated) return
        event.preventDefault()
        if (!isExpress(event.nativeEvent)) add()
        else if (add('once')) window.location.assign('/checkout?express')
      }}
    >
      <OptionGroup
        name="color"
        legend="Color"
        options={product.colors}
        chosen={color}
        onChoose={setColor}
        swatches
        isAvailable={(option) => canHave(option, '')}
        aside={color}
        problem={missing === 'color' ? missingOptionHints.color : ''}
      />
      <OptionGroup
        name="size"
        legend="Size"
        options={product.sizes}
        chosen={size}
        onChoose={setSize}
        isAvailable={(option) => canHave(color, option)}
        aside={
          product.hasSizeGuide ? (
            <a className="link font-medium text-ink" href="#size-guide">
              Size guide
            </a>
          ) : null
        }
        problem={missing === 'size' ? missingOptionHints.size : ''}
      />
      <BuyRow />
      {hasExpressCheckout ? <ExpressButton /> : null}
      <SoldOutMessage />
      <NoScriptNote />
    </form>
  )
}

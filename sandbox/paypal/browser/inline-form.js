import { element, orderPanel } from './dialog.js'

const CONTAINER = 'paypal-basic-card-container'
const FORM_STYLE = `
:host { display: block; }
section { margin-top: .75rem; padding: 1rem 1.25rem; border: 1px solid #7a827d; border-radius: .75rem; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; }
ul { padding: 0; list-style: none; }
li { display: flex; justify-content: space-between; gap: 1rem; }
button { display: block; width: 100%; margin-top: .5rem; padding: .6rem 1rem; border: 1px solid #7a827d; border-radius: .5rem; background: Canvas; color: CanvasText; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid #1f5c46; outline-offset: 2px; }`

/** `<paypal-basic-card-container>`: around the card button; the card form opens inside it. */
export function defineCardContainer() {
  if (customElements.get(CONTAINER)) return
  customElements.define(
    CONTAINER,
    class extends HTMLElement {
      constructor() {
        super()
        const root = this.attachShadow({ mode: 'open' })
        const style = new CSSStyleSheet()
        style.replaceSync(FORM_STYLE)
        root.adoptedStyleSheets = [style]
        root.append(document.createElement('slot'))
      }
    },
  )
}

/** The form for a card without a PayPal account, in the page itself; null when the page has no place for it. */
export function openInlineForm(source) {
  const container = document.querySelector(CONTAINER)
  if (!container) return null
  const section = element('section', { ariaLabel: 'Debit or credit card, demo' })
  section.setAttribute('role', 'group')
  const body = element('div', { textContent: 'Opening …' })
  section.append(element('p', { textContent: 'Demo mode: no real money' }), body)
  container.shadowRoot.append(section)
  const panel = orderPanel(body, source)
  return { ...panel, close: () => section.remove() }
}

const BUTTON_STYLE = `
:host { display: block; }
:host([hidden]) { display: none; }
button { display: block; width: 100%; min-height: 3rem; padding: .5rem 1rem; border: 0; border-radius: var(--paypal-button-border-radius, .375rem); font: 600 1.0625rem/1.2 system-ui, sans-serif; cursor: pointer; }
button:hover { filter: brightness(.95); }
button:focus-visible { outline: 3px solid #111; outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }
button:disabled { opacity: .55; cursor: not-allowed; }`

const BUTTONS = {
  'paypal-button': ['Pay with PayPal', 'background: #ffc439; color: #111'],
  'venmo-button': ['Pay with Venmo', 'background: #0074de; color: #fff'],
  'paypal-basic-card-button': ['Debit or Credit Card', 'background: #2c2e2f; color: #fff'],
  'paypal-pay-later-button': ['Pay Later', 'background: #ffc439; color: #111'],
}

/** The buttons of the SDK: each a real button in a shadow root; its clicks reach the host like any other's. */
export function defineButtons() {
  for (const [tag, [label, colors]] of Object.entries(BUTTONS)) {
    if (!customElements.get(tag)) customElements.define(tag, buttonClass(label, colors))
  }
}

function buttonClass(label, colors) {
  return class extends HTMLElement {
    static observedAttributes = ['disabled']

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      const style = new CSSStyleSheet()
      style.replaceSync(`${BUTTON_STYLE} button { ${colors} }`)
      root.adoptedStyleSheets = [style]
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = label
      root.append(button)
    }

    attributeChangedCallback(_name, _before, value) {
      this.shadowRoot.querySelector('button').disabled = value !== null && value !== 'false'
    }
  }
}

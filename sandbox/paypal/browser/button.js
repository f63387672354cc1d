const BUTTON_STYLE = `
:host { display: block; }
:host([hidden]) { display: none; }
button { display: block; width: 100%; min-height: 3rem; padding: .5rem 1rem; border: 0; border-radius: var(--paypal-button-border-radius, .375rem); background: #ffc439; color: #111; font: 600 1.0625rem/1.2 system-ui, sans-serif; cursor: pointer; }
button:hover { background: #f2ba36; }
button:focus-visible { outline: 3px solid #111; outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }
button:disabled { opacity: .55; cursor: not-allowed; }`

/** `<paypal-button>`: a real button in a shadow root; its clicks reach the host like any other's. */
export function defineButton() {
  if (customElements.get('paypal-button')) return
  customElements.define(
    'paypal-button',
    class extends HTMLElement {
      static observedAttributes = ['disabled']

      constructor() {
        super()
        const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
        const style = new CSSStyleSheet()
        style.replaceSync(BUTTON_STYLE)
        root.adoptedStyleSheets = [style]
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = 'Pay with PayPal'
        root.append(button)
      }

      attributeChangedCallback(_name, _before, value) {
        this.shadowRoot.querySelector('button').disabled = value !== null && value !== 'false'
      }
    },
  )
}

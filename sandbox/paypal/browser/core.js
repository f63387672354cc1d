import { defineButtons } from './button.js'
import { defineCardContainer } from './inline-form.js'
import { createInstance } from './instance.js'

defineButtons()
defineCardContainer()
window.paypal = { version: '6.0.0', createInstance }

import { defineButton } from './button.js'
import { createInstance } from './instance.js'

defineButton()
window.paypal = { version: '6.0.0', createInstance }

/** Label of the checkbox at checkout, which is stored with the consent. In a file of its own to keep the checkout's script small. */
export const checkoutConsent = 'Email me the weekly newsletter (unsubscribe anytime)'

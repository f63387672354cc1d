/** Label of the checkbox at checkout, stored with the consent. A file of its own keeps the checkout's script small. */
export const checkoutConsent = 'Email me the weekly newsletter (unsubscribe anytime)'

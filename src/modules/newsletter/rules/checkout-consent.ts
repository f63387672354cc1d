/** The label of the checkout's box, which is stored with the consent. A file of its own keeps the checkout's script small. */
export const checkoutConsent = 'Email me the weekly newsletter (unsubscribe anytime)'

/** How long a quote holds: prices of an order may change for the buyer only after this. */
export const quoteMinutes = 30
/** After this a checkout has to be restarted; PayPal keeps an unapproved payment for three hours. */
export const checkoutHours = 2

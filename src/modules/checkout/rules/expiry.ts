/** How long a quote holds: prices of an order may change for the buyer only after this. */
export const quoteMinutes = 30
/** After this a checkout that was begun is begun anew; PayPal keeps an unapproved payment for three hours. */
export const checkoutHours = 2

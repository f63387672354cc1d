/** Carriers with a public tracking page, and numbers that belong to one carrier beyond doubt. */
const carriers = [
  {
    carrier: 'USPS',
    isNamed: /\busps\b|postal service/i,
    hasNumber: /^(?:420\d{5}(?:\d{4})?)?9[1-5]\d{18,20}$|^[A-Z]{2}\d{9}US$/,
    page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  },
  {
    carrier: 'UPS',
    isNamed: /\bups\b/i,
    hasNumber: /^1Z[0-9A-Z]{16}$/,
    page: 'https://www.ups.com/track?tracknum=',
  },
  {
    carrier: 'FedEx',
    isNamed: /\bfed ?ex\b/i,
    hasNumber: null,
    page: 'https://www.fedex.com/fedextrack/?trknbr=',
  },
  {
    carrier: 'DHL',
    // Its eCommerce arm has pages and numbers of its own.
    isNamed: /\bdhl\b(?!.*e-?commerce)/i,
    hasNumber: /^JJD\d{16,20}$/,
    page: 'https://www.dhl.com/us-en/home/tracking.html?tracking-id=',
  },
  {
    carrier: 'DHL eCommerce',
    isNamed: /\bdhl\b.*e-?commerce/i,
    hasNumber: /^GM\d{16,20}$/,
    page: 'https://webtrack.dhlecs.com/orders?trackingNumber=',
  },
] as const

type Tracking = {
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
}

const isHttpsUrl = (url: string | null): url is string =>
  url !== null && URL.canParse(url) && new URL(url).protocol === 'https:'

/** Letters and digits, as carriers use them; a note in the field isn't a number. */
const isTrackable = (number: string): boolean => /^(?=.*\d)[A-Z0-9]{5,40}$/.test(number)

/**
 * Fills in the carrier and the tracking page if the number or the carrier's name reveals them. Drops links without
 * https.
 */
export function completeTracking({ carrier, trackingNumber, trackingUrl }: Tracking): Tracking {
  const ownUrl = isHttpsUrl(trackingUrl) ? trackingUrl : null
  const number = trackingNumber?.replace(/[\s-]/g, '').toUpperCase() ?? ''
  const carrierRule = carriers.find(({ isNamed, hasNumber }) =>
    carrier ? isNamed.test(carrier) : (hasNumber?.test(number) ?? false),
  )
  return {
    carrier: carrier ?? carrierRule?.carrier ?? null,
    trackingNumber,
    trackingUrl:
      ownUrl ??
      (carrierRule && isTrackable(number)
        ? `${carrierRule.page}${encodeURIComponent(number)}`
        : null),
  }
}

/** Returns the sentence for a shipment without a tracking page. */
export function trackingHint({ carrier, trackingNumber }: Tracking): string {
  if (!trackingNumber) return 'This package doesn’t have a tracking number.'
  return carrier
    ? `Enter the number on ${carrier}’s website to track it.`
    : 'We don’t know the carrier yet. Email us if you’d like us to find out.'
}

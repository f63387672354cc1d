/** The parts of /account, in the order of its navigation. A part is a folder of app/(shop)/account. */
export const accountNavItems = [
  { segment: null, href: '/account', label: 'Overview' },
  { segment: 'orders', href: '/account/orders', label: 'Orders' },
  { segment: 'saved', href: '/account/saved', label: 'Saved' },
  { segment: 'addresses', href: '/account/addresses', label: 'Addresses' },
  { segment: 'reviews', href: '/account/reviews', label: 'Reviews' },
  { segment: 'newsletter', href: '/account/newsletter', label: 'Letters' },
  { segment: 'security', href: '/account/security', label: 'Sign-in and security' },
  { segment: 'privacy', href: '/account/privacy', label: 'Your data' },
] as const

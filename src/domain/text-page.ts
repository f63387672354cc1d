/** Pages whose words staff can edit, by their path. */
export const textPages = ['about', 'contact', 'support', 'size-guide', 'terms', 'privacy-policy', 'data-deletion', 'tribe'] as const
export type TextPage = (typeof textPages)[number]

/** Pages whose words staff can edit, by their path. */
export const editablePages = [
  'about',
  'contact',
  'support',
  'size-guide',
  'terms',
  'privacy-policy',
  'data-deletion',
  'tribe',
] as const
export type EditablePage = (typeof editablePages)[number]

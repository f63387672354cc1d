/** Pages that staff can edit, by path. */
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

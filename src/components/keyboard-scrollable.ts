/** Props for a list or table that scrolls by itself, so that the keyboard reaches it. */
export const keyboardScrollable = { tabIndex: 0 } as const

/** For a list or a table that scrolls by itself: in reach of the keyboard, whose arrow keys then scroll it. */
export const keyboardScrollable = { tabIndex: 0 } as const

/** Replaces the style sheets that components import, because only browsers read them. */
export {}

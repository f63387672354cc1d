/** Stands in for the style sheets that components import; only browsers read them. */
export {}

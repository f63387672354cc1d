import localFont from 'next/font/local'

/**
 * Cut down from the @fontsource-variable packages to the letters and weights the shop uses (docs/decisions/005-fonts.md).
 * Only the two romans are on every first screen, so only they are preloaded.
 */
const alegreya = localFont({
  src: './alegreya-latin-wght-normal.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-alegreya',
  adjustFontFallback: 'Times New Roman',
})
const alegreyaItalic = localFont({
  src: './alegreya-latin-wght-italic.woff2',
  weight: '400 700',
  style: 'italic',
  display: 'swap',
  variable: '--font-alegreya-italic',
  preload: false,
  adjustFontFallback: 'Times New Roman',
})
const hanken = localFont({
  src: './hanken-grotesk-latin-wght-normal.woff2',
  weight: '400 700',
  display: 'swap',
  variable: '--font-hanken',
  adjustFontFallback: 'Arial',
})

export const fontVariables = `${alegreya.variable} ${alegreyaItalic.variable} ${hanken.variable}`

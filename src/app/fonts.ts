import localFont from 'next/font/local'

/** Both files hold the whole weight axis. Only the two romans are on every first screen, so only they are preloaded. */
const alegreya = localFont({
  src: '../../node_modules/@fontsource-variable/alegreya/files/alegreya-latin-wght-normal.woff2',
  weight: '400 900', display: 'swap', variable: '--font-alegreya', adjustFontFallback: 'Times New Roman',
})
const alegreyaItalic = localFont({
  src: '../../node_modules/@fontsource-variable/alegreya/files/alegreya-latin-wght-italic.woff2',
  weight: '400 900', style: 'italic', display: 'swap', variable: '--font-alegreya-italic', preload: false, adjustFontFallback: 'Times New Roman',
})
const hanken = localFont({
  src: '../../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  weight: '100 900', display: 'swap', variable: '--font-hanken', adjustFontFallback: 'Arial',
})

export const fontVariables = `${alegreya.variable} ${alegreyaItalic.variable} ${hanken.variable}`

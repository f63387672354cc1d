/** The cloths we print on, by the product's name for the color. */
const cloths: Record<string, string> = {
  white: '#fdfcf7',
  bone: '#ebe5d4',
  oat: '#d6c6a6',
  gray: '#a9aca6',
  lichen: '#b4bd9c',
  fern: '#6c8c69',
  pine: '#2d4a3c',
  river: '#567c90',
  dusk: '#474866',
  plum: '#5d3f55',
  clay: '#b5674a',
  marigold: '#d69f48',
  rose: '#c68d8a',
  charcoal: '#3b4041',
  black: '#212424',
}

/** Undefined for a color we do not know: the swatch is then a split disc, and the name says the rest. */
function fabricColor(name: string): string | undefined {
  return cloths[name.trim().toLowerCase()]
}

/** Only ever beside the color's name. */
export function ColorSwatch({ color, className = '' }: { color: string; className?: string }) {
  return (
    <span className={`swatch shrink-0 ${className}`} style={{ background: fabricColor(color) }} />
  )
}

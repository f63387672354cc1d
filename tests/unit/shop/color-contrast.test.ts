import { readFileSync } from 'node:fs'

/** [text or line, background, minimum contrast ratio (WCAG 2.2)], required in both themes. */
const pairs: [string, string, number][] = [
  ['ink', 'paper', 7],
  ['ink', 'surface', 7],
  ['ink', 'sunken', 7],
  ['ink', 'moss', 7],
  ['ink-soft', 'paper', 7],
  ['ink-soft', 'surface', 7],
  ['ink-soft', 'sunken', 4.5],
  ['ink-soft', 'moss', 4.5],
  ['ink-mute', 'paper', 4.5],
  ['ink-mute', 'surface', 4.5],
  ['ink-mute', 'sunken', 4.5],
  ['line-strong', 'paper', 3],
  ['line-strong', 'surface', 3],
  ['fern', 'paper', 4.5],
  ['fern', 'surface', 4.5],
  ['fern', 'sunken', 4.5],
  ['on-fern', 'fern', 4.5],
  ['on-fern', 'fern-deep', 4.5],
  ['fern', 'fern-soft', 4.5],
  ['ink', 'fern-soft', 7],
  ['on-sun', 'sun', 7],
  ['ink', 'sun-soft', 7],
  ['clay', 'paper', 4.5],
  ['clay', 'surface', 4.5],
  ['clay', 'moss', 4.5],
  ['dusk', 'paper', 4.5],
  ['good', 'good-soft', 4.5],
  ['good', 'surface', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['warn', 'surface', 4.5],
  ['bad', 'bad-soft', 4.5],
  ['bad', 'surface', 4.5],
  ['bad', 'paper', 4.5],
  ['info', 'info-soft', 4.5],
  ['info', 'surface', 4.5],
  ['focus', 'paper', 3],
  ['focus', 'surface', 3],
  ['focus', 'moss', 3],
  // Backgrounds that stay dark in both themes.
  ['bone', 'foot', 7],
  ['bone', 'press', 7],
  ['bone-soft', 'foot', 4.5],
  ['bone-soft', 'press', 4.5],
  ['focus-on-dark', 'foot', 3],
  ['focus-on-dark', 'press', 3],
]

type Color = { red: number; green: number; blue: number }
const css = readFileSync('src/ui/colors.css', 'utf8')

const linear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const encoded = (channel: number): number => {
  const within = Math.min(1, Math.max(0, channel))
  return within <= 0.0031308 ? within * 12.92 : 1.055 * within ** (1 / 2.4) - 0.055
}
const fromHex = (hex: string): Color => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  )
  return { red, green, blue }
}
/** Converts OKLCH to RGB as CSS Color 4 defines it. */
const fromOklch = (lightness: number, chroma: number, hue: number): Color => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const [l = 0, m = 0, s = 0] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((root) => root ** 3)
  return {
    red: encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    green: encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    blue: encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  }
}
const luminance = ({ red, green, blue }: Color): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
const contrast = (one: Color, other: Color): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

type Token = { color: Color; hex: string }
const token =
  /--c-([a-z-]+):\s*(?:oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);\s*\/\* (#[0-9a-f]{6}) \*\/|(#[0-9a-f]{6});)/g
const tokensIn = (block: string): Map<string, Token> =>
  new Map(
    [...block.matchAll(token)].map(([, name = '', l, c, h, comment, hex]) => [
      name,
      hex
        ? { color: fromHex(hex), hex }
        : { color: fromOklch(Number(l), Number(c), Number(h)), hex: comment ?? '' },
    ]),
  )
const blockAfter = (start: string): string => {
  const at = css.indexOf(start)
  if (at < 0) throw new Error(`colors.css has no ${start}`)
  return css.slice(at, css.indexOf('}', at))
}

const day = tokensIn(blockAfter(':root {'))
const duskBySystem = tokensIn(blockAfter(":root:not([data-theme='day'])"))
const duskChosen = tokensIn(blockAfter("[data-theme='dusk']"))
const themes = { day, dusk: new Map([...day, ...duskChosen]) }
const colorOf = (theme: keyof typeof themes, name: string): Color => {
  const found = themes[theme].get(name)
  if (!found) throw new Error(`No color ${name} in ${theme}`)
  return found.color
}

describe.each(['day', 'dusk'] as const)('in theme %s', (theme) => {
  it.each(pairs)('%s on %s has a contrast of at least %d', (text, ground, least) => {
    expect(contrast(colorOf(theme, text), colorOf(theme, ground))).toBeGreaterThanOrEqual(least)
  })
})

it('the colors of a sale price are checked on every background it can be on', () => {
  const used = [
    ...readFileSync('src/components/product/price.tsx', 'utf8').matchAll(/ text-([a-z-]+)/g),
  ].map(([, name]) => name)
  expect(used).toHaveLength(2)
  for (const name of used)
    for (const background of ['paper', 'surface', 'moss'])
      expect(pairs.map(([text, on]) => `${text} on ${on}`)).toContain(`${name} on ${background}`)
})

it('this test parses every declared color', () => {
  expect(day.size).toBe([...blockAfter(':root {').matchAll(/--c-[a-z-]+:/g)].length)
  expect(duskChosen.size).toBe(
    [...blockAfter("[data-theme='dusk']").matchAll(/--c-[a-z-]+:/g)].length,
  )
})

it('dusk has the same colors whether the visitor or the system chose it', () =>
  expect(duskBySystem).toEqual(duskChosen))

it('dusk redefines every color of day except those that stay the same', () => {
  const stays = ['bone', 'bone-soft', 'focus-on-dark']
  expect([...day.keys()].filter((name) => !duskChosen.has(name))).toEqual(stays)
})

it.each([
  ['day', day],
  ['dusk', duskChosen],
] as const)('the hex comment next to each color of %s matches it', (_, tokens) => {
  for (const [name, { color, hex }] of tokens) {
    const noted = fromHex(hex)
    const farthest = Math.max(
      ...(['red', 'green', 'blue'] as const).map(
        (channel) => Math.abs(color[channel] - noted[channel]) * 255,
      ),
    )
    expect(`${name} ${hex} ${farthest <= 2 ? 'fits' : `is ${farthest.toFixed(1)} off`}`).toBe(
      `${name} ${hex} fits`,
    )
  }
})

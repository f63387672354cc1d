/** More specific names first: Chrome's and Edge's user agents also name Safari, Android's also Linux. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Returns browser and system in plain words, without versions: 'Safari on iPhone'. Never text of the header itself. */
export function describeDevice(userAgent: string | null | undefined): string {
  const nameIn = (names: typeof browsers): string | undefined =>
    names.find(([pattern]) => pattern.test(userAgent?.slice(0, 500) ?? ''))?.[1]
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'A browser we don’t recognize')
}

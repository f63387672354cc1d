// The first release of each Node line with the 2026 fixes (a response of any server could run code: Brotli decoder).
const fixed = { 22: [23, 4], 24: [22, 1], 26: [12, 1] }

/**
 * Whether this Node version has the security fixes of 2026. Lines that ended before them never got them.
 * @param {string} version such as '24.22.1'
 */
export function hasSecurityFixes(version) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (major > 26) return true
  const first = fixed[major]
  return Boolean(first) && (minor > first[0] || (minor === first[0] && patch >= first[1]))
}

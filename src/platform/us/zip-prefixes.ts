import { isUsRegion, regionName } from './regions'

/**
 * First three digits of the ZIP codes of each state, territory, and military region (USPS labeling list L002): ranges
 * and single prefixes. A prefix with addresses in two states is in both lists.
 */
const prefixRanges: Record<string, string> = {
  AL: '350-352 354-369',
  AK: '995-999',
  AZ: '850-853 855-857 859-860 863-865',
  AR: '716-729 755',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DE: '197-199',
  DC: '200 202-205 569',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  HI: '967-968',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  IA: '500-516 520-528',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  ME: '039-049',
  MD: '200 202-212 214-219',
  MA: '010-027 055',
  MI: '480-499',
  MN: '550-551 553-567',
  MS: '386-397',
  MO: '630-631 633-641 644-658',
  MT: '590-599',
  NE: '680-681 683-693',
  NV: '889-891 893-895 897-898',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-884',
  NY: '005 063 100-149',
  NC: '270-289',
  ND: '580-588',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VT: '050-054 056-059',
  VA: '200-205 220-246',
  WA: '980-986 988-994',
  WV: '247-268',
  WI: '530-532 534-535 537-549',
  WY: '820-831 834',
  AS: '967',
  GU: '969',
  MP: '969',
  PR: '006-007 009',
  VI: '008',
  AA: '340',
  AE: '090-098',
  AP: '962-966',
}

/** ZIP codes that USPS delivers in a second state, whose prefix belongs to the first. */
const sharedZips: Record<string, string> = {
  '02861': 'MA',
  '03579': 'ME',
  '31905': 'AL',
  '38079': 'KY',
  '42223': 'TN',
  '42602': 'TN',
  '45275': 'KY',
  '45999': 'KY',
  '52626': 'MO',
  '56744': 'ND',
  '57638': 'ND',
  '57724': 'MT',
  '59221': 'ND',
  '59270': 'ND',
  '63673': 'IL',
  '71749': 'LA',
  '73949': 'TX',
  '73960': 'TX',
  '81137': 'NM',
  '82930': 'UT',
  '84034': 'NV',
  '84083': 'NV',
  '84531': 'AZ',
  '84536': 'AZ',
  '86044': 'UT',
  '86504': 'NM',
  '86515': 'NM',
  '88063': 'TX',
  '89010': 'CA',
  '89019': 'CA',
  '89060': 'CA',
  '89061': 'CA',
  '89421': 'OR',
  '89439': 'CA',
  '89832': 'ID',
  '97635': 'CA',
  '97910': 'ID',
  '97913': 'ID',
  '99128': 'ID',
  '99362': 'OR',
}

/** In Holtsville, New York. USPS has assigned none below it. */
const lowestZip = '00501'

const includesPrefix = (ranges: string, prefix: string): boolean =>
  ranges.split(' ').some((range) => {
    const [first = '', last = first] = range.split('-')
    return first <= prefix && prefix <= last
  })

/**
 * Returns the error for a ZIP code that can't exist, or belongs to another state; undefined if they match, if one of them is invalid by
 * itself, and for a prefix that isn't assigned (USPS adds new ones).
 */
export function zipStateError(stateCode: string, zip: string): string | undefined {
  const zip5 = zip.trim().slice(0, 5)
  if (!/^\d{5}$/.test(zip5) || !isUsRegion(stateCode)) return undefined
  if (zip5 < lowestZip) return `There’s no ZIP code ${zip5}. Please check it.`
  const states = Object.keys(prefixRanges).filter((code) =>
    includesPrefix(prefixRanges[code] ?? '', zip5.slice(0, 3)),
  )
  if (states.length === 0 || states.includes(stateCode) || sharedZips[zip5] === stateCode)
    return undefined
  return `ZIP code ${zip5} is in ${states.map(regionName).join(' or ')}. Please check the state and ZIP code.`
}

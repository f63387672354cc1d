/** ISO 3166 as PayPal takes it: the United Kingdom is GB, China for PayPal accounts is C2. */
const COUNTRIES = new Set(
  (
    'AD AE AG AI AL AM AN AO AR AT AU AW AX AZ BA BB BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ C2 CA CD CG CH CI CK CL CM ' +
    'CN CO CR CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GI GL GM GN GP GR GT GW GY HK ' +
    'HN HR HU ID IE IL IM IN IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LC LI LK LS LT LU LV MA MC MD ME MG MH MK ' +
    'ML MN MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PL PM PN PR PT PW PY QA RE RO ' +
    'RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR ST SV SZ TC TD TG TH TJ TM TN TO TT TV TW TZ UA UG US UY VA VC VE ' +
    'VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
)

/** The currencies PayPal settles in. */
const CURRENCIES = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
)

const WITHOUT_POSTAL_CODE = new Set(
  (
    'AE AG AO AW BB BF BI BJ BO BS BW BZ CD CG CI CK CM DJ DM ER FJ GD GM GN GW GY HK IE JM KI KM KN LC ML MR MS MW NR NU PA ' +
    'QA RW SB SC SL SR ST TD TG TO TT TV UG VC VU WS YE ZW'
  ).split(' '),
)
const WITHOUT_CITY = new Set(['HK', 'SG'])

export function isCountry(code: string): boolean {
  return COUNTRIES.has(code)
}
export function isCurrency(code: string): boolean {
  return CURRENCIES.has(code)
}
export function needsPostalCode(country: string): boolean {
  return !WITHOUT_POSTAL_CODE.has(country)
}
export function needsCity(country: string): boolean {
  return !WITHOUT_CITY.has(country)
}

export interface Country {
  code: string
  name: string
  states: { code: string; name: string }[] | null
}

const states = (text: string) =>
  text.split(';').map((entry) => {
    const [code = '', name = ''] = entry.split('=')
    return { code, name }
  })

/** A part of Printful's list; state codes are required where there are states (US, CA, AU, JP). */
export const COUNTRIES: Country[] = [
  {
    code: 'AU',
    name: 'Australia',
    states: states(
      'ACT=Australian Capital Territory;NSW=New South Wales;NT=Northern Territory;QLD=Queensland;SA=South Australia;TAS=Tasmania;VIC=Victoria;WA=Western Australia',
    ),
  },
  { code: 'AT', name: 'Austria', states: null },
  {
    code: 'CA',
    name: 'Canada',
    states: states(
      'AB=Alberta;BC=British Columbia;MB=Manitoba;NB=New Brunswick;NL=Newfoundland and Labrador;NS=Nova Scotia;NT=Northwest Territories;NU=Nunavut;ON=Ontario;PE=Prince Edward Island;QC=Quebec;SK=Saskatchewan;YT=Yukon',
    ),
  },
  { code: 'FR', name: 'France', states: null },
  { code: 'DE', name: 'Germany', states: null },
  { code: 'IE', name: 'Ireland', states: null },
  {
    code: 'JP',
    name: 'Japan',
    states: states('01=Hokkaido;13=Tokyo;26=Kyoto;27=Osaka;40=Fukuoka'),
  },
  { code: 'NL', name: 'Netherlands', states: null },
  { code: 'NZ', name: 'New Zealand', states: null },
  { code: 'GB', name: 'United Kingdom', states: null },
  {
    code: 'US',
    name: 'United States',
    states: states(
      'AL=Alabama;AK=Alaska;AZ=Arizona;AR=Arkansas;CA=California;CO=Colorado;CT=Connecticut;DE=Delaware;DC=District of Columbia;FL=Florida;GA=Georgia;HI=Hawaii;ID=Idaho;IL=Illinois;IN=Indiana;IA=Iowa;KS=Kansas;KY=Kentucky;LA=Louisiana;ME=Maine;MD=Maryland;MA=Massachusetts;MI=Michigan;MN=Minnesota;MS=Mississippi;MO=Missouri;MT=Montana;NE=Nebraska;NV=Nevada;NH=New Hampshire;NJ=New Jersey;NM=New Mexico;NY=New York;NC=North Carolina;ND=North Dakota;OH=Ohio;OK=Oklahoma;OR=Oregon;PA=Pennsylvania;RI=Rhode Island;SC=South Carolina;SD=South Dakota;TN=Tennessee;TX=Texas;UT=Utah;VT=Vermont;VA=Virginia;WA=Washington;WV=West Virginia;WI=Wisconsin;WY=Wyoming;AA=Armed Forces Americas;AE=Armed Forces Europe;AP=Armed Forces Pacific;AS=American Samoa;GU=Guam;MP=Northern Mariana Islands;PR=Puerto Rico;VI=U.S. Virgin Islands',
    ),
  },
]

export function countryOf(code: string): Country | undefined {
  return COUNTRIES.find((country) => country.code === code)
}

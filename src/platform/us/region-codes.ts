import { usRegions } from './regions'

export const regionCodes = usRegions.map(({ code }) => code)

const withoutSalesTax: readonly string[] = ['DE', 'MT', 'NH', 'OR']

/** Where the demo collects sales tax. */
export const regionsWithSalesTax = regionCodes
  .filter((code) => !withoutSalesTax.includes(code))
  .sort()

const outsideStates: readonly string[] = ['AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP']

/** Whether tax is collected in every state that has one, where no shop is registered. */
export function isEverywhere(taxStates: readonly string[] | null): boolean {
  const states = regionsWithSalesTax.filter((code) => !outsideStates.includes(code))
  return taxStates === null || states.every((code) => taxStates.includes(code))
}

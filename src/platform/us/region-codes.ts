import { usRegions } from './regions'

export const regionCodes = usRegions.map(({ code }) => code)

const withoutSalesTax: readonly string[] = ['DE', 'MT', 'NH', 'OR']

/** Where the demo collects sales tax. */
export const regionsWithSalesTax = regionCodes
  .filter((code) => !withoutSalesTax.includes(code))
  .sort()

const territoriesAndMilitary: readonly string[] = ['AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP']

/** Whether a list of states includes every state with a sales tax. No shop is registered in all of them. */
export function collectsInEveryState(taxStates: readonly string[] | null): boolean {
  const states = regionsWithSalesTax.filter((code) => !territoriesAndMilitary.includes(code))
  return taxStates === null || states.every((code) => taxStates.includes(code))
}

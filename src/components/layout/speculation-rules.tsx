/**
 * The browser fetches the page behind a link as soon as somebody rests on it. Only pages of the shop that are the same
 * for everyone: nothing that belongs to a visitor, and nothing that acts when it is opened.
 */
const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [
                '/cart*',
                '/checkout*',
                '/auth*',
                '/login*',
                '/api/*',
                '/cms/*',
                '/admin*',
                '/order*',
                '/setup*',
                '/account*',
                '/saved*',
                '/newsletter*',
                '/data-deletion/status*',
                '/reflections/today',
                '/uploads/*',
                '/brand/*',
              ],
            },
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
}

/** The same on every page, so that a policy with a nonce can allow it by what it says (src/proxy.ts). */
export const speculationRules = JSON.stringify(rules)

export function SpeculationRules() {
  return <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
}

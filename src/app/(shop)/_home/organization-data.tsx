import { JsonLd } from '@/components/json-ld'
import type { SettingsView } from '@/modules/shop/queries/get-settings'
import { env } from '@/platform/env'

const site = env.SERVER_URL

export function OrganizationData({
  tagline,
  contactEmail,
  social,
}: Pick<SettingsView, 'tagline' | 'contactEmail' | 'social'>) {
  return (
    <JsonLd
      things={[
        {
          '@type': 'Organization',
          '@id': `${site}/#organization`,
          name: 'Dayfern',
          url: `${site}/`,
          logo: `${site}/brand/icon-512.png`,
          slogan: tagline,
          email: contactEmail,
          sameAs: social.map(({ href }) => href),
        },
        {
          '@type': 'WebSite',
          '@id': `${site}/#website`,
          name: 'Dayfern',
          url: `${site}/`,
          inLanguage: 'en-US',
          publisher: { '@id': `${site}/#organization` },
          potentialAction: {
            '@type': 'SearchAction',
            target: {
              '@type': 'EntryPoint',
              urlTemplate: `${site}/products?search={search_term_string}`,
            },
            'query-input': 'required name=search_term_string',
          },
        },
      ]}
    />
  )
}

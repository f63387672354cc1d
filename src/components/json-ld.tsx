type Thing = { '@type': string; [key: string]: unknown }

/** What search engines read, in the words of schema.org. A `<` in a text cannot end the script. */
export function JsonLd({ things }: { things: readonly Thing[] }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{
        __html: JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll(
          '<',
          '\\u003c',
        ),
      }}
    />
  )
}

/** The way to a page from the start. Addresses with the shop's own in front. */
export function breadcrumbList(crumbs: readonly { name: string; url: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}

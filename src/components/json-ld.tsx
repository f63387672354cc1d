type Thing = { '@type': string; [key: string]: unknown }

/** Structured data (schema.org) for search engines. A `<` in a text can't end the script. */
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

/** Breadcrumbs. URLs are absolute. */
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

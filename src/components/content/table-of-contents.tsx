export function TableOfContents({
  sections,
}: {
  sections: readonly { id: string; title: string }[]
}) {
  return (
    <nav
      aria-label="On this page"
      className="max-lg:mb-10 lg:sticky lg:top-28 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto"
    >
      <ul className="grid gap-x-6 max-lg:grid-cols-2 max-sm:grid-cols-1 lg:border-l lg:border-line">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block py-1.5 text-small text-ink-soft hover:text-ink hover:underline lg:pl-4"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

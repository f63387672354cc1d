import { reflectionsHref } from '@/modules/content/rules/content-search'

type Props = { topics: readonly string[]; chosen: string }

/** What the reflections are about, each topic with an address of its own. */
export function TopicFilter({ topics, chosen }: Props) {
  if (topics.length === 0 && !chosen) return null
  const shown = ['', ...(chosen && !topics.includes(chosen) ? [chosen] : []), ...topics]
  return (
    <nav aria-label="Topics" className="mb-10 border-y border-line py-4.5">
      <ul className="flex flex-wrap gap-2.5">
        {shown.map((tag) => (
          <li key={tag}>
            <a
              href={reflectionsHref({ tag })}
              aria-current={tag === chosen ? 'true' : undefined}
              className="chip aria-[current]:border-fern aria-[current]:bg-fern-soft"
            >
              {tag || 'All'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

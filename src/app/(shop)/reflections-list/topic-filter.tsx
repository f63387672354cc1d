import { FilterLinks } from '@/app/(shop)/list-page'
import { reflectionsHref } from '@/modules/content/rules/content-search'

type Props = { topics: readonly string[]; chosen: string }

export function TopicFilter({ topics, chosen }: Props) {
  if (topics.length === 0 && !chosen) return null
  const shown = ['', ...(chosen && !topics.includes(chosen) ? [chosen] : []), ...topics]
  return (
    <div className="mb-10 border-y border-line py-4.5">
      <FilterLinks
        label="Topics"
        links={shown.map((tag) => ({
          label: tag || 'All',
          href: reflectionsHref({ tag }),
          isCurrent: tag === chosen,
        }))}
      />
    </div>
  )
}

import { FilterForm } from '@/app/(shop)/filter-form'
import { FilterLinks } from '@/app/(shop)/list-page'
import { type ContentType, contentTypeLabels } from '@/modules/content/rules/content'
import {
  type ContentSearch,
  contentSearchHref,
  contentSortLabels,
  contentSorts,
} from '@/modules/content/rules/content-search'
import { SelectField, TextField } from '@/ui/form-fields'

const shownTypes: readonly ContentType[] = ['meditation', 'reflection', 'inspiration', 'blog_post']
const types = [
  { value: '' as const, label: 'All' },
  ...shownTypes.map((value) => ({ value, label: contentTypeLabels[value] })),
]

/** Types as links, search and sort as a GET form: every result has a URL, and nothing here needs JavaScript. */
export function BlogFilters({ search }: { search: ContentSearch }) {
  return (
    <div className="grid gap-5 border-y border-line py-4.5">
      <FilterForm
        action="/blog"
        role="search"
        aria-label="Reflections"
        className="grid items-end gap-3.5 sm:grid-flow-col sm:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]"
      >
        <TextField
          id="q"
          label="Search"
          name="search"
          type="search"
          defaultValue={search.search}
          maxLength={100}
          placeholder="Morning, patience, water"
          enterKeyHint="search"
        />
        <SelectField id="sort" label="Sort by" name="sort" defaultValue={search.sort}>
          {contentSorts.map((sort) => (
            <option key={sort} value={sort}>
              {contentSortLabels[sort]}
            </option>
          ))}
        </SelectField>
        {search.type ? <input type="hidden" name="type" value={search.type} /> : null}
        {search.tag ? <input type="hidden" name="tag" value={search.tag} /> : null}
      </FilterForm>
      <FilterLinks
        label="Content types"
        links={types.map(({ value, label }) => ({
          label,
          href: contentSearchHref({ ...search, type: value, page: 1 }),
          isCurrent: search.type === value,
        }))}
      />
    </div>
  )
}

import fc from 'fast-check'

import {
  contentSearchHref,
  defaultContentSearch,
  parseContentSearch,
  reflectionsHref,
} from '@/modules/content/rules/content-search'

describe('blog search query', () => {
  it('is parsed without unknown values', () => {
    expect(
      parseContentSearch({
        search: '  two   words ',
        type: 'meditation',
        tag: 'Morning ',
        sort: 'oldest',
        page: '3',
      }),
    ).toEqual({ search: 'two words', type: 'meditation', tag: 'morning', sort: 'oldest', page: 3 })
    expect(parseContentSearch({ type: 'poem', sort: 'best', page: '-1' })).toEqual(
      defaultContentSearch,
    )
    expect(parseContentSearch({ page: '1e9' })).toEqual(defaultContentSearch)
  })

  it('has a link without default values', () => {
    expect(contentSearchHref({})).toBe('/blog')
    expect(contentSearchHref({ tag: 'letting go', page: 2 })).toBe('/blog?tag=letting+go&page=2')
    expect(reflectionsHref({})).toBe('/reflections')
    expect(reflectionsHref({ tag: 'winter', page: 2 })).toBe('/reflections?tag=winter&page=2')
  })

  it('parses back to the same search from its own link', () =>
    fc.assert(
      fc.property(
        fc.record({
          search: fc.string(),
          tag: fc.string(),
          type: fc.constantFrom('', 'reflection', 'nothing'),
          sort: fc.constantFrom('newest', 'most-viewed', ''),
          page: fc.constantFrom('1', '7', 'x'),
        }),
        (query) => {
          const search = parseContentSearch(query)
          expect(
            parseContentSearch(
              Object.fromEntries(new URL(contentSearchHref(search), 'http://shop').searchParams),
            ),
          ).toEqual(search)
        },
      ),
    ))
})

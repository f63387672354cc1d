import { z } from 'zod'

import { listNames } from '@/modules/accounts/rules/list-names'
import { requiredText } from '@/platform/schema-fields'

export const maxViews = 20
const list = z.enum(listNames)
const id = z.uuid()
const name = requiredText('a name', 40)
const query = z
  .string()
  .max(600)
  .regex(/^[\w.~%+*-]+=[\w.~%+*:-]*(?:&[\w.~%+*-]+=[\w.~%+*:-]*)*$/, 'Choose at least one filter.')
  .describe('The filters and sort order, as in the list’s URL.')
const hidden = z.array(z.string().min(1).max(40)).max(20)

const viewSchema = z.strictObject({ id, name, query })
export const listPreferences = z.strictObject({
  views: z.array(viewSchema).max(maxViews),
  hidden: hidden.describe('Headings of hidden columns.'),
})
export type SavedView = z.infer<typeof viewSchema>
export type ListPreferences = z.infer<typeof listPreferences>

/** The orders’ filter `issue` was called `trouble` when older views were saved. */
const withCurrentFilters = ({ views, hidden }: ListPreferences): ListPreferences => ({
  views: views.map((view) => ({ ...view, query: view.query.replace(/\btrouble=/, 'issue=') })),
  hidden,
})

/** What is stored for each user. Unreadable values count as absent. */
export const storedPreferences = z
  .partialRecord(
    list,
    listPreferences.transform(withCurrentFilters).catch({ views: [], hidden: [] }),
  )
  .catch({})

export const changeListPreferencesBody = z.discriminatedUnion('action', [
  z.strictObject({ list, action: z.literal('saveView'), name, query }),
  z.strictObject({ list, action: z.literal('renameView'), id, name }),
  z.strictObject({ list, action: z.literal('deleteView'), id }),
  z.strictObject({ list, action: z.literal('setColumns'), hidden }),
])
export type ListPreferencesChange = z.infer<typeof changeListPreferencesBody>

import { ConfirmedLink } from '@/admin/form/confirmed-link'
import { maxExportRows } from '@/platform/schema-fields'

type Props = {
  /** The call that returns the file. */
  path: string
  /** Query parameters; empty ones are left out. */
  filters: Readonly<Record<string, string>>
  /** How many rows the list has; an empty one has no link. */
  total: number
  /** The most rows of the file. */
  max?: number
}

/** Leads to the CSV file of what a list shows, after a recent sign-in. */
export function ExportLink({ path, filters, total, max = maxExportRows }: Props) {
  if (total === 0) return null
  const filled = Object.entries(filters).filter(([, value]) => value !== '')
  const query = new URLSearchParams(filled).toString()
  return (
    <ConfirmedLink href={`${path}${query ? `?${query}` : ''}`} download>
      Export CSV
      {total > max ? ` (the newest ${max.toLocaleString('en-US')})` : ''}
    </ConfirmedLink>
  )
}

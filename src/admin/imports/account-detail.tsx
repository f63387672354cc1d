import { Fact } from '@/admin/shell/facts'
/** A line of the passport that the last test brought; absent when the account did not tell. */
export function AccountDetail({ name, value }: { name: string; value: unknown }) {
  const shown =
    typeof value === 'number'
      ? value.toLocaleString('en-US')
      : typeof value === 'string'
        ? value
        : ''
  return shown ? <Fact name={name}>{shown}</Fact> : null
}

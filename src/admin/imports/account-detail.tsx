import { Fact } from '@/admin/shell/fact'
/** A fact from the last test; absent when the account did not return it. */
export function AccountDetail({ name, value }: { name: string; value: unknown }) {
  const shown =
    typeof value === 'number'
      ? value.toLocaleString('en-US')
      : typeof value === 'string'
        ? value
        : ''
  return shown ? <Fact name={name}>{shown}</Fact> : null
}

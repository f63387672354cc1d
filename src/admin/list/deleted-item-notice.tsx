import { TextLink } from '@/admin/form/button'
/** Above a list, when the link that led here names something that is not there any more. */
export function DeletedItemNotice({ trash }: { trash: string }) {
  return (
    <p className="df-note" role="status">
      What this link leads to is not here any more.{' '}
      <TextLink look="plain" href={trash} native>
        Look in the trash
      </TextLink>
    </p>
  )
}

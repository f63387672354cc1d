/** Emails about a deletion request. They carry no name: the mailbox may be someone else's. */
export type DataRequestEmailProps = {
  /** We don't know yet that the request comes from the owner of the address. */
  needsLink: boolean
  /** The status page; in the first email with the key that confirms or withdraws the request. */
  requestUrl: string
  /** A formatted day: until when the link works, or from when on we erase. */
  until: string
  shopUrl: string
  contactEmail: string
}

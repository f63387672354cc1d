/** What a mail about the letter is made of. It never carries a name that was typed into a form: the form may have been a stranger's. */
export type NewsletterEmailProps = {
  leaveUrl: string
  shopUrl: string
  contactEmail: string
  /** Of the shop, in one line; empty: none was entered. */ postalAddress: string
}

export function unsubscribeText(leaveUrl: string): string {
  return `Leave with one click:\n${leaveUrl}`
}

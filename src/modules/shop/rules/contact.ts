/** What a message may be about. Shown as is, and stored with the message. */
export const contactTopics = [
  'An order',
  'A return or exchange',
  'A size or a product',
  'An article or reflection',
  'My account or my data',
  'Something else',
] as const
export const maxMessageLength = 10_000

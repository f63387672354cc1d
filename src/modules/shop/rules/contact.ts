/** What a message may be about. The words are shown as they are and kept with the message. */
export const contactTopics = [
  'An order',
  'A return or exchange',
  'A size or a product',
  'An article or reflection',
  'My account or my data',
  'Something else',
] as const
export const maxMessageLength = 10_000

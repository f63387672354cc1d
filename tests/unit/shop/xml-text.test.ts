import { toXmlText } from '@/app/(seo)/text-response'

it.each([
  ['a\u0008b', 'a b'],
  ['a\u0000\u001fb', 'a  b'],
  ['a\ufffeb', 'a b'],
  ['a\ud83cb', 'a b'],
  ['two\nlines\tand 🌿 & <ferns>', 'two\nlines\tand 🌿 & <ferns>'],
])('%j is written as %j in a file of XML', (text, written) => {
  expect(toXmlText(text)).toBe(written)
})

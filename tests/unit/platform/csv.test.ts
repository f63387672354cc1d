import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'

import { parseCsv } from '@/platform/csv'

const cells = (text: string): string[][] => parseCsv(text).map((row) => row.cells)

it('parses commas, semicolons, tabs, quotes, line breaks inside quotes, and a byte order mark', () => {
  expect(cells('\uFEFFa,b\r\n1,"two, ""three"""\r\n')).toEqual([
    ['a', 'b'],
    ['1', 'two, "three"'],
  ])
  expect(cells('a;b\n1;2,5')).toEqual([
    ['a', 'b'],
    ['1', '2,5'],
  ])
  expect(cells('a\tb\n1\t2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(cells('a,b\n"x\ny",z')).toEqual([
    ['a', 'b'],
    ['x\ny', 'z'],
  ])
})
it('uses the line numbers of the file and skips blank lines', () => {
  expect(parseCsv('a\n\n"x\ny"\nb\n').map(({ line }) => line)).toEqual([1, 3, 5])
})
it('removes only the apostrophe that keeps a cell from being a formula', () => {
  expect(cells("'=1,'tis,'-2,\"'\r=1\"")).toEqual([['=1', "'tis", '-2', '\n=1']])
})
it('throws a RangeError if a quote is never closed', () => {
  expect(() => parseCsv('a,"b')).toThrow(RangeError)
})

describe('line endings', () => {
  it('can be LF, CRLF, or the CR of old Macs', () => {
    const expected = [
      ['name', 'price'],
      ['Fern', '12.00'],
      ['Moss', '8.00'],
    ]
    for (const end of ['\n', '\r\n', '\r'])
      expect(cells(['name,price', 'Fern,12.00', 'Moss,8.00', ''].join(end))).toEqual(expected)
    expect(parseCsv('a\r\r"x\ry"\rb\r').map(({ line }) => line)).toEqual([1, 3, 5])
    expect(parseCsv('a\r\n\r\n"x\r\ny"\r\nb').map(({ line }) => line)).toEqual([1, 3, 5])
  })
  it('count inside quotes, even in the first and last cell', () => {
    expect(parseCsv('"a\nb\n",c\n1,"2\n"\nlast').map(({ line }) => line)).toEqual([1, 4, 6])
  })
})

describe('unusual cells', () => {
  it.each([
    ['"a" ,b', [['a', 'b']]],
    [' "a", b', [['a', 'b']]],
    ['5" pipe,b', [['5" pipe', 'b']]],
    ['a,b\n1\n1,2,3', [['a', 'b'], ['1'], ['1', '2', '3']]],
    [
      'a\tb\n\t2\n1\t\t3\n\t\t',
      [
        ['a', 'b'],
        ['', '2'],
        ['1', '', '3'],
      ],
    ],
    ['', []],
  ])('parses %j', (text, expected) => expect(cells(text)).toEqual(expected))
})

it('names the line that has text after a closing quote', () => {
  expect(() => parseCsv('a,b\n1,"x"y\n')).toThrow('Line 2 has text after a closing quote.')
})

it('parses generated CSV back unchanged with any delimiter and line ending', () => {
  const cell = fc
    .string({
      unit: fc.constantFrom('a', '1', '"', ',', ';', '\t', ' ', '\n', '\r', 'é', '.', '='),
    })
    .map((text) => text.trim())
    .filter((text) => !text.startsWith("'"))
  const wide = fc
    .array(cell, { minLength: 3, maxLength: 3 })
    .filter((row) => row.some((one) => one !== ''))
  const written = fc.tuple(
    fc.constantFrom(',', ';', '\t'),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.array(wide, { maxLength: 5 }),
  )
  fc.assert(
    fc.property(written, ([delimiter, end, rows]) => {
      const all = [['a', 'b', 'c'], ...rows]
      expect(cells(stringify(all, { delimiter, record_delimiter: end, quoted: true }))).toEqual(
        all.map((row) => row.map((one) => one.replace(/\r\n?/g, '\n'))),
      )
      const plain = all.filter((row) => row.every((one) => !/["\r\n,;\t]/.test(one)))
      expect(cells(stringify(plain, { delimiter, record_delimiter: end }))).toEqual(plain)
    }),
    { numRuns: 500 },
  )
})

import { parseCsv } from '../../../src/domain/csv'

const cells = (text: string): string[][] => parseCsv(text).map((row) => row.cells)

it('reads commas, semicolons and tabs, quotes, line breaks inside quotes, and a byte order mark', () => {
  expect(cells('\uFEFFa,b\r\n1,"two, ""three"""\r\n')).toEqual([['a', 'b'], ['1', 'two, "three"']])
  expect(cells('a;b\n1;2,5')).toEqual([['a', 'b'], ['1', '2,5']])
  expect(cells('a\tb\n1\t2')).toEqual([['a', 'b'], ['1', '2']])
  expect(cells('a,b\n"x\ny",z')).toEqual([['a', 'b'], ['x\ny', 'z']])
})
it('numbers lines as the file does and leaves out blank ones', () => {
  expect(parseCsv('a\n\n"x\ny"\nb\n').map(({ line }) => line)).toEqual([1, 3, 5])
})
it('takes away the mark that keeps a cell from being a formula, and only that', () => {
  expect(cells("'=1,'tis,'-2")).toEqual([['=1', "'tis", '-2']])
})
it('says when a quote is never closed', () => {
  expect(() => parseCsv('a,"b')).toThrow(RangeError)
})

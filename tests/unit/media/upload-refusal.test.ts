import { explainRefusal } from '@/admin/media/upload-refusal'

it('says why an upload was refused in the words of the shop', () => {
  const fields = { file: 'Please choose a file.' }
  expect(explainRefusal(400, JSON.stringify({ error: 'Not valid.', fields }))).toBe(fields.file)
  expect(explainRefusal(415, JSON.stringify({ error: 'This file type isn’t supported.' }))).toBe(
    'This file type isn’t supported.',
  )
})

it('says that a proxy in front of the shop refuses large files, and where to read what to do', () => {
  const page = '<html><title>413 Request Entity Too Large</title></html>'
  expect(explainRefusal(413, page)).toBe(
    'The shop’s proxy doesn’t accept files of this size (docs/operations.md).',
  )
  expect(explainRefusal(502, '<html></html>')).toBe('Upload failed')
})

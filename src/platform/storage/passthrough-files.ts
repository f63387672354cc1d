import { fileTypeFromBuffer } from 'file-type'

export type PassthroughType = {
  extension: 'mp3' | 'm4a' | 'ogg' | 'mp4' | 'pdf' | 'doc' | 'docx'
  mimeType: string
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** What is kept as it came: recordings and films that a browser plays as they are, and documents to download. */
const kinds: Record<string, PassthroughType> = {
  'audio/mpeg': { extension: 'mp3', mimeType: 'audio/mpeg' },
  'audio/x-m4a': { extension: 'm4a', mimeType: 'audio/mp4' },
  'audio/mp4': { extension: 'm4a', mimeType: 'audio/mp4' },
  'audio/ogg': { extension: 'ogg', mimeType: 'audio/ogg' },
  'audio/ogg; codecs=opus': { extension: 'ogg', mimeType: 'audio/ogg' },
  'video/mp4': { extension: 'mp4', mimeType: 'video/mp4' },
  'application/pdf': { extension: 'pdf', mimeType: 'application/pdf' },
  // The container of Word's older files, which holds other things as well: looked into below.
  'application/x-cfb': { extension: 'doc', mimeType: 'application/msword' },
  [word]: { extension: 'docx', mimeType: word },
}

/** As their bytes are recognized and as they are recorded: Payload checks both against one list. */
export const passthroughTypes = [
  ...new Set([...Object.keys(kinds), ...Object.values(kinds).map(({ mimeType }) => mimeType)]),
]

const wordStream = Buffer.from('WordDocument', 'utf16le')

/** A file that only begins like what it says it is would open nowhere. */
const isWhole = ({ extension }: PassthroughType, bytes: Buffer): boolean => {
  switch (extension) {
    case 'pdf':
      return (
        /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
        bytes.subarray(-1024).includes('%%EOF') &&
        bytes.subarray(-1024).includes('xref')
      )
    case 'doc':
      return bytes.length >= 1536 && bytes.includes(wordStream)
    case 'docx':
      return (
        bytes.includes('word/document.xml') && bytes.subarray(-70_000).includes('PK\u0005\u0006')
      )
    case 'mp4':
      return bytes.includes('moov')
    default:
      return true
  }
}

/**
 * What the bytes are, whatever the file says it is; null when they are nothing that is kept as it came. Documents are
 * never opened or unpacked here.
 */
export async function detectPassthroughType(bytes: Buffer): Promise<PassthroughType | null> {
  const kind = kinds[(await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? '']
  return kind && isWhole(kind, bytes) ? kind : null
}

/** The name of the one file of what is kept as it came. Payload's own `filename` may differ: it counts on when such a file is there already. */
export function passthroughFileName(baseName: string, mimeType: string): string {
  return `${baseName}.${Object.values(kinds).find((kind) => kind.mimeType === mimeType)?.extension ?? 'mp3'}`
}

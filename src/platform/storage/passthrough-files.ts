import { fileTypeFromBuffer } from 'file-type'

export type PassthroughType = {
  extension: 'mp3' | 'm4a' | 'ogg' | 'mp4' | 'pdf' | 'doc' | 'docx'
  mimeType: string
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Files stored unchanged: audio and video that browsers play, and documents to download. */
const kinds: Record<string, PassthroughType> = {
  'audio/mpeg': { extension: 'mp3', mimeType: 'audio/mpeg' },
  'audio/x-m4a': { extension: 'm4a', mimeType: 'audio/mp4' },
  'audio/mp4': { extension: 'm4a', mimeType: 'audio/mp4' },
  'audio/ogg': { extension: 'ogg', mimeType: 'audio/ogg' },
  'audio/ogg; codecs=opus': { extension: 'ogg', mimeType: 'audio/ogg' },
  'video/mp4': { extension: 'mp4', mimeType: 'video/mp4' },
  'application/pdf': { extension: 'pdf', mimeType: 'application/pdf' },
  // The container of older Word files. Other formats use it too, so `isWhole` checks its content.
  'application/x-cfb': { extension: 'doc', mimeType: 'application/msword' },
  [word]: { extension: 'docx', mimeType: word },
}

/** As their bytes are recognized and as they are recorded: Payload checks both against one list. */
export const passthroughTypes = [
  ...new Set([...Object.keys(kinds), ...Object.values(kinds).map(({ mimeType }) => mimeType)]),
]

const wordStream = Buffer.from('WordDocument', 'utf16le')

/** Checks the structure of a file beyond its first bytes. */
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
 * Detects the type of a file by its bytes; null if it isn't stored unchanged. Documents are never
 * opened or unpacked.
 */
export async function detectPassthroughType(bytes: Buffer): Promise<PassthroughType | null> {
  const kind = kinds[(await fileTypeFromBuffer(bytes).catch(() => undefined))?.mime ?? '']
  return kind && isWhole(kind, bytes) ? kind : null
}

const coordinates = /[+-]\d{2,}(\.\d+)?[+-]\d{3,}(\.\d+)?([+-]\d+(\.\d+)?)?(?=\/)/g

/** Overwrites with zeros where an MP4 or M4A was recorded: phones store it as ±DD.DDDD±DDD.DDDD/. */
export function erasePlace(bytes: Buffer): void {
  for (const label of ['\xA9xyz', 'location.ISO6709'])
    for (let at = bytes.indexOf(label, 0, 'latin1'); at >= 0;) {
      const part = bytes.subarray(at, at + 4096)
      const text = part.toString('latin1')
      part.write(
        text.replace(coordinates, (match) => match.replace(/\d/g, '0')),
        'latin1',
      )
      at = bytes.indexOf(label, at + 1, 'latin1')
    }
}

/** Returns the file name of a passthrough file. Payload's own `filename` may have a number appended. */
export function passthroughFileName(baseName: string, mimeType: string): string {
  return `${baseName}.${Object.values(kinds).find((kind) => kind.mimeType === mimeType)?.extension ?? 'mp3'}`
}

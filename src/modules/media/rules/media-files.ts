export const fileTypes = ['image', 'video', 'audio', 'document'] as const
export type FileType = (typeof fileTypes)[number]

export const fileTypeLabels = {
  image: 'Image',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
} satisfies Record<FileType, string>

/** Which of the files a list shows. */
export const mediaFilters = ['', 'without-alt', 'trash'] as const

/** 'image/webp' → 'image'; anything but the first three is a document. */
export function fileTypeOf(mimeType: string): FileType {
  return fileTypes.find((type) => mimeType.startsWith(`${type}/`)) ?? 'document'
}

/** Admin specification 5: what the upload takes. */
export const acceptedFiles =
  'image/jpeg,image/png,image/webp,image/avif,audio/mpeg,audio/mp4,audio/ogg,video/mp4,.mp3,.m4a,.ogg,.mp4,.pdf,.doc,.docx'

const units = ['Bytes', 'KB', 'MB', 'GB'] as const

/** Admin specification 9: 0 → '0 Bytes', 1536 → '1.5 KB'. */
export function formatFileSize(bytes: number): string {
  const step =
    bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  return `${Number((bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)).toLocaleString('en-US')} ${units[step]}`
}

/** How long something stays in the trash before it's deleted permanently. */
export const trashDays = 30

import { type FileType, formatFileSize } from '@/modules/media/rules/media-files'

export type SelectedPicture = { id: number; baseName: string; alt: string; isTrashed?: boolean }

/** A file as the API of the media library shows it. */
export type LibraryFile = {
  id: number
  originalName: string
  filePath: string
  fileType: FileType
  fileSize: number
  altText: string
  thumbnail: string | null
}

/** Returns the picture of a library file in a list, which is empty for other files. */
export function toPicture({ id, altText, thumbnail }: LibraryFile): SelectedPicture[] {
  const baseName = /\/uploads\/(.+)-320\.webp$/.exec(thumbnail ?? '')?.[1]
  return baseName ? [{ id, baseName, alt: altText }] : []
}

/** The name and size of a recording, and a player. */
export function Recording({ file: { originalName, filePath, fileSize } }: { file: LibraryFile }) {
  return (
    <div className="df-recording">
      <p>
        {originalName} <span className="df-soft">{formatFileSize(fileSize)}</span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- uploads have no caption tracks */}
      <audio controls preload="none" src={filePath} aria-label={originalName} />
    </div>
  )
}

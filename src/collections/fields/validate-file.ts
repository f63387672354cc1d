import type { UploadFieldSingleValidation } from 'payload'

/**
 * Accepts files of one kind, in the trash too: an article that uses one can still be saved and published, and restoring
 * the file brings it back there.
 */
const validateFile =
  (mimeType: 'image/' | 'audio/', missing: string): UploadFieldSingleValidation =>
  async (value, { req, required }) => {
    if (value === null || value === undefined) return !required || missing
    if (typeof value !== 'number') return missing
    const { totalDocs } = await req.payload.count({
      collection: 'media',
      where: { id: { equals: value }, mimeType: { contains: mimeType } },
      trash: true,
      req,
    })
    return totalDocs > 0 || missing
  }

export const validateImage = validateFile('image/', 'Choose an image from the media library.')
export const validateRecording = validateFile(
  'audio/',
  'Choose a recording from the media library.',
)

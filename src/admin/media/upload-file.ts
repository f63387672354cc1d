import { explainRefusal } from './upload-refusal'

type UploadResult =
  | { ok: true; id: number }
  /** `isFinal`: the shop doesn't accept this file, so sending it again is pointless. */
  | { ok: false; sentence: string; isFinal?: boolean }

const payloadTooLarge = 413
const unsupportedMediaType = 415

/** Uploads a file with progress (0 to 1), which fetch does not report. Never throws. */
export function uploadFile(
  file: File,
  fields: { altText: string; caption: string },
  onProgress: (progress: number) => void,
  signal?: AbortSignal,
): Promise<UploadResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/admin/media/upload')
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total)
    })
    request.addEventListener('load', () => {
      if (request.status !== 201)
        return resolve({
          ok: false,
          sentence: explainRefusal(request.status, request.responseText),
          isFinal: [payloadTooLarge, unsupportedMediaType].includes(request.status),
        })
      onProgress(1)
      resolve({ ok: true, id: (JSON.parse(request.responseText) as { id: number }).id })
    })
    const onNetworkError = (): void =>
      resolve({ ok: false, sentence: 'Couldn’t reach the shop. Please try again.' })
    request.addEventListener('error', onNetworkError)
    request.addEventListener('timeout', onNetworkError)
    request.addEventListener('abort', () => resolve({ ok: false, sentence: 'Canceled.' }))
    signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.set('file', file)
    form.set('altText', fields.altText)
    form.set('caption', fields.caption)
    request.send(form)
  })
}

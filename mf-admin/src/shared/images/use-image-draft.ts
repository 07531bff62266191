import { useState } from 'react'

export type ImageDraft = ReturnType<typeof useImageDraft>

type Choice = { kind: 'kept' } | { kind: 'removed' } | ({ kind: 'picked' } & PickedImage)

/** The change of a stored image: kept, removed, or replaced by a file of this device. */
export function useImageDraft(mostMegabytes: number) {
  const [choice, setChoice] = useState<Choice>({ kind: 'kept' })
  const [refused, setRefused] = useState<string>()
  const take = (next: Choice) => {
    setChoice(next)
    setRefused(undefined)
  }
  return {
    mostMegabytes,
    choice,
    /** Why the last chosen file was refused. */
    refused,
    changed: choice.kind !== 'kept',
    choose: async (file: Blob) => {
      const picked = await pickImage(file, mostMegabytes)
      if ('refused' in picked) setRefused(picked.refused)
      else take({ kind: 'picked', ...picked })
    },
    /** Removes the stored image with the next save, or discards the chosen one. */
    remove: (isStored: boolean) => take(isStored ? { kind: 'removed' } : { kind: 'kept' }),
    reset: () => take({ kind: 'kept' }),
  }
}

/** An image that was chosen on this device: its bytes, and the same as a `data:` URL to look at. */
type PickedImage = { file: File; dataUrl: string }

const megabyte = 1024 * 1024

/** The image format by its first bytes, regardless of the file's name; SVG isn't accepted. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const text = (start: number, end: number) => String.fromCharCode(...bytes.subarray(start, end))
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (text(0, 3) === '\xff\xd8\xff') return 'image/jpeg'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif'
  return undefined
}

/** Validates a chosen file as the API will, with the same messages, before anything is sent. */
export async function pickImage(
  file: Blob,
  mostMegabytes: number,
): Promise<PickedImage | { refused: string }> {
  if (file.size > mostMegabytes * megabyte) {
    return { refused: `The image is larger than ${mostMegabytes} MB.` }
  }
  try {
    const type = imageTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()))
    if (type === undefined) return { refused: 'The image must be a PNG, JPEG, WebP or GIF.' }
    // The name may claim another type; the bytes decide.
    const image = new File([file], 'image', { type })
    const dataUrl = await dataUrlOf(image)
    if (!(await isDecodable(dataUrl))) {
      return { refused: 'The image is damaged or has too many pixels.' }
    }
    return { file: image, dataUrl }
  } catch {
    return { refused: 'The image could not be read.' }
  }
}

/** Whether the browser can show it: a damaged file may begin like an image. */
async function isDecodable(dataUrl: string): Promise<boolean> {
  const image = new Image()
  image.src = dataUrl
  return image.decode().then(
    () => true,
    () => false,
  )
}

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('not readable')))
    reader.readAsDataURL(file)
  })
}

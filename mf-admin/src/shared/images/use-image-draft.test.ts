import { afterEach, expect, it, vi } from 'vitest'
import { imageTypeOf, pickImage } from './use-image-draft.ts'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

afterEach(() => vi.restoreAllMocks())

it.each([
  ['\x89PNG\r\n\x1a\n0000', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['RIFF0000WEBPVP8 ', 'image/webp'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['RIFF0000WAVE', undefined],
  ['', undefined],
])('detects the format of %j from its bytes', (text, type) => {
  expect(imageTypeOf(bytes(text))).toBe(type)
})

it('checks the bytes, not the name', async () => {
  const drawing = new File(['<svg/>'], 'portrait.png', { type: 'image/png' })
  expect(await pickImage(drawing, 2)).toEqual({
    refused: 'The image must be a PNG, JPEG, WebP or GIF.',
  })
  const gif = new File([bytes('GIF89a')], 'portrait.svg', { type: 'image/svg+xml' })
  expect(await pickImage(gif, 2)).toMatchObject({
    dataUrl: expect.stringMatching(/^data:image\/gif;base64,/),
  })
})

it('refuses a file over the limit, and accepts one exactly at the limit', async () => {
  const most = 2 * 1024 * 1024
  const photo = (size: number) => {
    const content = new Uint8Array(size)
    content.set(bytes('GIF89a'))
    return new Blob([content])
  }
  expect(await pickImage(photo(most + 1), 2)).toEqual({ refused: 'The image is larger than 2 MB.' })
  expect(await pickImage(photo(most), 2)).toHaveProperty('dataUrl')
})

it('refuses an image that the browser can’t decode, with the API’s message', async () => {
  const decode = vi.spyOn(HTMLImageElement.prototype, 'decode')
  const gif = new Blob([bytes('GIF89a')])
  decode.mockResolvedValueOnce()
  expect(await pickImage(gif, 2)).toHaveProperty('dataUrl')
  decode.mockRejectedValueOnce(new DOMException('', 'EncodingError'))
  expect(await pickImage(gif, 2)).toEqual({
    refused: 'The image is damaged or has too many pixels.',
  })
})

import { fetchUnlessSilent } from '@portal/contract/silence'

type FileKind = 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl'

/** In ms; pdf.js then draws without the file. */
const silenceLimit = 30_000

/** What pdf.js reads besides the document: fonts that a PDF may leave out, character maps, image decoders. */
export function ownFiles(): object {
  return { fetch: fetchOwnFile }
}

async function fetchOwnFile(file: { kind: FileKind; filename: string }): Promise<Uint8Array> {
  const { urlOfFile } = await import('./pdf-file-urls.ts')
  const url = urlOfFile(file.kind, file.filename)
  const response = await fetchUnlessSilent(url, {}, { silenceLimit })
  if (!response.ok) throw new Error(`${file.filename} answered ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

import { fetchUnlessSilent } from '@portal/contract/silence'

type FileKind = 'cMapUrl' | 'standardFontDataUrl' | 'wasmUrl'

/** Idle timeout in ms; pdf.js then renders without the file. */
const silenceLimit = 30_000

/** Provides the files that pdf.js needs: standard fonts, character maps and image decoders. */
export function ownFiles(): object {
  return { fetch: fetchOwnFile }
}

async function fetchOwnFile(file: { kind: FileKind; filename: string }): Promise<Uint8Array> {
  const { urlOfFile } = await import('./pdf-file-urls.ts')
  const url = urlOfFile(file.kind, file.filename)
  const response = await fetchUnlessSilent(url, {}, { silenceLimit })
  if (!response.ok) throw new Error(`${file.filename} returned ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

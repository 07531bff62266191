/**
 * The URL of one of pdf.js's own files. The bundler emits the files of each folder as assets, and replaces these URLs
 * by their addresses as plain strings.
 */
export function urlOfFile(kind: string, filename: string): string {
  if (kind === 'cMapUrl') {
    const name = filename.replace(/\.bcmap$/, '')
    return String(new URL(`pdfjs-dist/cmaps/${name}.bcmap`, import.meta.url))
  }
  if (kind === 'wasmUrl') {
    const name = filename.replace(/\.wasm$/, '')
    return String(new URL(`pdfjs-dist/wasm/${name}.wasm`, import.meta.url))
  }
  if (filename.endsWith('.ttf')) {
    const name = filename.replace(/\.ttf$/, '')
    return String(new URL(`pdfjs-dist/standard_fonts/${name}.ttf`, import.meta.url))
  }
  const name = filename.replace(/\.pfb$/, '')
  return String(new URL(`pdfjs-dist/standard_fonts/${name}.pfb`, import.meta.url))
}

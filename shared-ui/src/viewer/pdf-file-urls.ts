/** The address of one of pdf.js's own files. The bundler emits each folder's files as assets. */
export function urlOfFile(kind: string, filename: string): string {
  if (kind === 'cMapUrl') {
    const name = filename.replace(/\.bcmap$/, '')
    return new URL(`pdfjs-dist/cmaps/${name}.bcmap`, import.meta.url).href
  }
  if (kind === 'wasmUrl') {
    const name = filename.replace(/\.wasm$/, '')
    return new URL(`pdfjs-dist/wasm/${name}.wasm`, import.meta.url).href
  }
  if (filename.endsWith('.ttf')) {
    const name = filename.replace(/\.ttf$/, '')
    return new URL(`pdfjs-dist/standard_fonts/${name}.ttf`, import.meta.url).href
  }
  const name = filename.replace(/\.pfb$/, '')
  return new URL(`pdfjs-dist/standard_fonts/${name}.pfb`, import.meta.url).href
}

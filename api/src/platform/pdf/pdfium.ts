import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { withMemoryMaximum } from './wasm-memory.ts'

/** The renderer's whole memory; a page that needs more aborts it. */
const memoryMb = 192

// FPDFBitmap_BGRx, with its first and third byte exchanged; FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER (fpdfview.h).
const bitmapFormat = 3
export const bytesPerPixel = 4
const drawFlags = 0x01 | 0x10

export type Size = { width: number; height: number }

/** An open page of the renderer, with its size in points and the form of its document, or 0. */
export type OpenPage = Size & { page: number; form: number }

/** A file that the renderer reads where it needs to, so a large one isn't loaded. */
export type FileToRead = {
  size: number
  /** Reads into the whole target; returns whether that was possible. */
  read: (target: Uint8Array, position: number) => boolean
}

/** After an abort, which is thrown, the renderer's memory is in an unknown state: it must not be used again. */
export async function loadPdfium(): Promise<WrappedPdfiumModule> {
  const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
  const wasmBinary = withMemoryMaximum(readFileSync(file), memoryMb)
  // It reports each limit that it meets on the console; only the response counts.
  const silent = { print: () => {}, printErr: () => {} }
  const module = await init({ wasmBinary: wasmBinary.buffer, ...silent })
  module.PDFiumExt_Init()
  return module
}

/** Reads pages, numbered from 1; a page that doesn't exist is undefined. */
export type PageReader = <T>(number: number, read: (page: OpenPage) => T) => T | undefined

/** Undefined if the file can't be opened (encrypted, broken). */
export function inDocument<T>(
  pdfium: WrappedPdfiumModule,
  file: FileToRead,
  use: (readPage: PageReader) => T,
): T | undefined {
  const access = fileAccess(pdfium, file)
  const document = pdfium.FPDF_LoadCustomDocument(access.pointer, '')
  const fill = document ? pdfium.PDFiumExt_OpenFormFillInfo() : 0
  // Without it, the renderer leaves out form fields.
  const form = document ? pdfium.PDFiumExt_InitFormFillEnvironment(document, fill) : 0
  const result = document
    ? use((number, read) => onPage(pdfium, { document, form, number }, read))
    : undefined
  // Not after an abort, which must not enter the renderer again.
  if (form) pdfium.PDFiumExt_ExitFormFillEnvironment(form)
  if (fill) pdfium.PDFiumExt_CloseFormFillInfo(fill)
  if (document) pdfium.FPDF_CloseDocument(document)
  access.free()
  return result
}

function onPage<T>(
  pdfium: WrappedPdfiumModule,
  { document, form, number }: { document: number; form: number; number: number },
  read: (page: OpenPage) => T,
): T | undefined {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (!page) return undefined
  if (form) pdfium.FORM_OnAfterLoadPage(page, form)
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  const result = read({ page, form, width, height })
  if (form) pdfium.FORM_OnBeforeClosePage(page, form)
  pdfium.FPDF_ClosePage(page)
  return result
}

/** An FPDF_FILEACCESS. */
function fileAccess(module: WrappedPdfiumModule, { size, read }: FileToRead) {
  const { pdfium } = module
  const getBlock = (_parameter: number, position: number, target: number, length: number) =>
    read(memoryOf(module).subarray(target, target + length), position >>> 0) ? 1 : 0
  const callback = pdfium.addFunction(getBlock, 'iiiii')
  const pointer = pdfium.wasmExports.malloc(12)
  pdfium.setValue(pointer, size, 'i32')
  pdfium.setValue(pointer + 4, callback, 'i32')
  pdfium.setValue(pointer + 8, 0, 'i32')
  return {
    pointer,
    free() {
      pdfium.wasmExports.free(pointer)
      pdfium.removeFunction(callback)
    },
  }
}

/**
 * Draws a page with its annotations and form fields, scaled to a width and `fullHeight`: the rows of the bitmap's height,
 * from `top` on. All in px.
 */
export function drawPage(
  pdfium: WrappedPdfiumModule,
  { page, form }: OpenPage,
  { width: columns, height, fullHeight, top = 0 }: Size & { fullHeight: number; top?: number },
): (Size & { pixels: Uint8Array }) | undefined {
  const bitmap = pdfium.FPDFBitmap_CreateEx(columns, height, bitmapFormat, 0, 0)
  if (!bitmap) return undefined
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, columns, height, 0xff_ff_ff_ff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, -top, columns, fullHeight, 0, drawFlags)
  if (form) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, -top, columns, fullHeight, 0, drawFlags)
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const pixels = memoryOf(pdfium).slice(start, start + columns * height * bytesPerPixel)
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { width: columns, height, pixels }
}

/** The whole memory, in a view that is replaced when it grows. The package's types leave it out. */
function memoryOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
}

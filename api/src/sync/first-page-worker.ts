import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { Bitmap, DrawnPage, PageToDraw } from './first-page.ts'
import { withMemoryMaximum } from './wasm-memory.ts'

/** How wide a page is drawn, and how much of a long one, in px. */
const width = 640
const maxHeight = 1280

/** The renderer's whole memory; a page that needs more aborts it, which ends the worker. */
const memoryMb = 192

// FPDFBitmap_BGRx, with its first and third byte exchanged; FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER (fpdfview.h).
const bitmapFormat = 3
const bytesPerPixel = 4
const drawFlags = 0x01 | 0x10

const loading = load()

parentPort?.on('message', (job: PageToDraw) => void draw(job))

async function load(): Promise<WrappedPdfiumModule> {
  const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))
  const wasmBinary = withMemoryMaximum(readFileSync(file), memoryMb)
  // It reports each limit it meets on the console; what matters is the answer.
  const silent = { print: () => {}, printErr: () => {} }
  const module = await init({ wasmBinary: wasmBinary.buffer, ...silent })
  module.PDFiumExt_Init()
  return module
}

/** An abort of the renderer is thrown, and ends the worker: its memory is in an unknown state. */
async function draw({ path, page }: PageToDraw): Promise<void> {
  const pdfium = await loading
  const file = openSync(path, 'r')
  try {
    answer({ bitmap: drawPageOf(pdfium, file, page - 1) })
  } finally {
    closeSync(file)
  }
}

function answer(drawn: DrawnPage): void {
  const moved = drawn.bitmap ? [drawn.bitmap.pixels.buffer as ArrayBuffer] : []
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(drawn, moved)
}

/** Undefined if the file can't be opened (encrypted, broken), or has no such page. `index` is from 0. */
function drawPageOf(pdfium: WrappedPdfiumModule, file: number, index: number): Bitmap | undefined {
  const access = fileAccess(pdfium, file)
  const document = pdfium.FPDF_LoadCustomDocument(access.pointer, '')
  const page = document && pdfium.FPDF_LoadPage(document, index)
  const bitmap = page ? drawPage(pdfium, page) : undefined
  // Not after an abort, which must not enter the renderer again.
  if (page) pdfium.FPDF_ClosePage(page)
  if (document) pdfium.FPDF_CloseDocument(document)
  access.free()
  return bitmap
}

/** An FPDF_FILEACCESS: the file is read where the renderer asks for it, so a large one isn't loaded. */
function fileAccess(module: WrappedPdfiumModule, file: number) {
  const { pdfium } = module
  const getBlock = (_parameter: number, position: number, target: number, size: number) => {
    const block = memoryOf(module).subarray(target, target + size)
    return readSync(file, block, 0, block.length, position >>> 0) === block.length ? 1 : 0
  }
  const callback = pdfium.addFunction(getBlock, 'iiiii')
  const pointer = pdfium.wasmExports.malloc(12)
  pdfium.setValue(pointer, fstatSync(file).size, 'i32')
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

function drawPage(pdfium: WrappedPdfiumModule, page: number): Bitmap | undefined {
  const fullHeight = Math.round(
    (width * pdfium.FPDF_GetPageHeightF(page)) / pdfium.FPDF_GetPageWidthF(page),
  )
  if (!Number.isSafeInteger(fullHeight) || fullHeight < 1) return undefined
  const height = Math.min(fullHeight, maxHeight)
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bitmapFormat, 0, 0)
  if (!bitmap) return undefined
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, fullHeight, 0, drawFlags)
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const pixels = memoryOf(pdfium).slice(start, start + width * height * bytesPerPixel)
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { width, height, pixels }
}

/** The whole memory, in a view that is replaced when it grows. The package's types leave it out. */
function memoryOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8
}

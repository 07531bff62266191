import type { FontName } from './look.ts'

export type PaperHead = {
  title: string
  /** Above the title and on every page: `Q4 2026 Board Meeting`. */
  kicker: string
  subtitle?: string
  /** Label and value pairs under the title: who prepared it, what is asked of the board. */
  facts?: [label: string, value: string][]
  date: Date
}

/** A paper under the pen. */
export type Sheet = {
  doc: PDFKit.PDFDocument
  root: PDFKit.PDFStructureElement
  font: (name: FontName, size: number, colour?: string) => void
  /** Starts a new page unless this much height, in points, is left. */
  room: (height: number) => void
}

/** Draws a block as one element of the document's structure, for readers who listen. */
export function tagged(sheet: Sheet, tag: string, draw: () => void): void {
  sheet.root.add(sheet.doc.struct(tag, {}, draw))
}

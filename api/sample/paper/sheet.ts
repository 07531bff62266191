import type { FontName } from './look.ts'

export type PaperHead = {
  title: string
  /** Above the title and on every page: `Q4 2026 Board Meeting`. */
  kicker: string
  subtitle?: string
  /** Label and value pairs below the title, such as who prepared the paper and what the board should decide. */
  facts?: [label: string, value: string][]
  date: Date
}

/** A paper while it is being written. */
export type Sheet = {
  doc: PDFKit.PDFDocument
  root: PDFKit.PDFStructureElement
  font: (name: FontName, size: number, color?: string) => void
  /** Starts a new page unless this much height, in points, is left. */
  room: (height: number) => void
}

/** Draws a block as one element of the document's structure, for screen readers. */
export function tagged(sheet: Sheet, tag: string, draw: () => void): void {
  sheet.root.add(sheet.doc.struct(tag, {}, draw))
}

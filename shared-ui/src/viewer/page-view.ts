/** pdf.js's view of a page; its canvases and its text layer exist while the page is rendered. */
export type PageView = {
  id: number
  div: HTMLElement
  /** By how many degrees the reader has turned the page. */
  rotation?: number
  canvas?: HTMLCanvasElement | null
  /** A sharper canvas over a part of the first one, at large zooms. */
  detailView?: { canvas: HTMLCanvasElement | null } | null
  textLayer?: { div: HTMLElement } | null
}

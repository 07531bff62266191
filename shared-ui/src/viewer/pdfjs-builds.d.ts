declare module 'pdfjs-dist/build/pdf.min.mjs' {
  export * from 'pdfjs-dist'
}
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'pdfjs-dist'
}
declare module 'pdfjs-dist/legacy/web/pdf_viewer.mjs' {
  export * from 'pdfjs-dist/web/pdf_viewer.mjs'
}

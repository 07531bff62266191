// oxlint-disable-next-line typescript/triple-slash-reference -- other packages check this file without our own list
/// <reference path="./pdfjs-builds.d.ts" />
// The viewer components read the library from a global that it sets, so the order of these two imports matters.
import * as library from 'pdfjs-dist/build/pdf.min.mjs'
import * as components from 'pdfjs-dist/web/pdf_viewer.mjs'

export { components, library }

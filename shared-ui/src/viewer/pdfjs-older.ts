// oxlint-disable-next-line typescript/triple-slash-reference -- other packages check this file without our own list
/// <reference path="./pdfjs-builds.d.ts" />
// In this order: the first import notes the built-ins that the others replace, and the viewer components read the
// library from a global that it sets.
import { putBackBuiltIns } from './browser-built-ins.ts'
import * as library from 'pdfjs-dist/legacy/build/pdf.min.mjs'
import * as components from 'pdfjs-dist/legacy/web/pdf_viewer.mjs'

putBackBuiltIns()

export { components, library }

import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'
import { annotationsOf } from './page-annotations.ts'

const name = PDFName.of

/** Annotations that have a file in them, or something to play. */
const carriers = new Set(
  ['FileAttachment', 'Sound', 'Movie', 'Screen', '3D', 'RichMedia'].map(name),
)
/** The part of them that is shown. */
const shownKeys = new Set(
  ['Type', 'Rect', 'F', 'AP', 'AS', 'OC', 'P', 'Contents', 'Popup'].map(name),
)
/** What accompanies a page, form or image: private data of programs, associated files, and files to show in its place. */
const besides = ['PieceInfo', 'AF', 'OPI', 'Ref', 'Metadata'].map(name)
/** Where a file specification names its embedded file for a system (ISO 32000-1, 7.11.3). */
const systems = new Set(['F', 'UF', 'DOS', 'Mac', 'Unix'].map(name))

/**
 * Removes the files in a paper, which a reader of its pages doesn't see. Annotations that open or play one stay as
 * pictures that say where the file is. The files of the catalog aren't copied in any case.
 */
export function removeFiles(paper: PDFDocument): void {
  for (const { node } of paper.getPages()) annotationsOf(node).forEach(becomePicture)
  const left: PDFObject[] = paper.context.enumerateIndirectObjects().map(([, object]) => object)
  // A list instead of a recursion: a file may nest its arrays as deep as it likes.
  while (left.length > 0) {
    const object = left.pop()
    const dictionary = object instanceof PDFStream ? object.dict : object
    if (dictionary instanceof PDFDict) {
      removeHidden(dictionary)
      left.push(...dictionary.values())
    } else if (object instanceof PDFArray) left.push(...object.asArray())
  }
}

/** Resources may have any names, so a key alone isn't enough. */
function removeHidden(dictionary: PDFDict): void {
  const embedded = dictionary.lookup(name('EF'))
  if (embedded instanceof PDFDict && embedded.keys().every((key) => systems.has(key))) {
    dictionary.delete(name('EF'))
    dictionary.delete(name('RF'))
  }
  const isPage = dictionary.lookup(name('Type')) === name('Page')
  const isForm = dictionary.lookup(name('Subtype')) === name('Form')
  const isImage = dictionary.lookup(name('Subtype')) === name('Image')
  if (!isPage && !isForm && !isImage) return
  for (const key of besides) dictionary.delete(key)
}

function becomePicture(annotation: PDFDict): void {
  const kind = annotation.lookup(name('Subtype'))
  if (!(kind instanceof PDFName) || !carriers.has(kind)) return
  const sentence = sentenceOf(annotation)
  const before = textOf(annotation.lookup(name('Contents')))
  for (const key of annotation.keys()) if (!shownKeys.has(key)) annotation.delete(key)
  annotation.set(name('Subtype'), name('Stamp'))
  const contents = [before, sentence].filter(Boolean).join('\n')
  annotation.set(name('Contents'), PDFHexString.fromText(contents))
}

function sentenceOf(annotation: PDFDict): string {
  const file = annotation.lookup(name('FS'))
  const names = file instanceof PDFDict ? [file.lookup(name('UF')), file.lookup(name('F'))] : [file]
  const match = names.map(textOf).find(Boolean)
  const what = match === undefined ? 'What opens here' : `“${match}”`
  return `${what} is in the paper itself, not in this book.`
}

function textOf(object: PDFObject | undefined): string | undefined {
  return object instanceof PDFString || object instanceof PDFHexString
    ? object.decodeText()
    : undefined
}

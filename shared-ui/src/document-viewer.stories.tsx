import { brokenPaper, missingPaper, samplePaper, slowPaper } from '../stories/page.tsx'
import { sampleChanges } from '../stories/sample-changes.ts'
import { sampleNotes } from './viewer/notes/notes-sample.ts'
import { useMemoryNotes } from './viewer/notes/use-memory-notes.ts'
import { DocumentViewer } from './document-viewer.tsx'

const height = '30rem'

export function Paper() {
  return <DocumentViewer document={samplePaper} height={height} />
}

export function AtAPage() {
  return <DocumentViewer document={{ ...samplePaper, name: 'Page 3' }} height={height} page={3} />
}

export function Changed() {
  const changed = { ...samplePaper, name: 'Changed paper' }
  return <DocumentViewer document={changed} height={height} changes={sampleChanges} page={1} />
}

/** Select words to highlight them or to write a note. */
export function WithNotes() {
  const noted = { ...samplePaper, name: 'Paper with notes' }
  const notes = useMemoryNotes(sampleNotes.notes)
  return <DocumentViewer document={noted} height={height} notes={notes} page={1} />
}

export function Loading() {
  return <DocumentViewer document={slowPaper} height={height} />
}

export function Missing() {
  return <DocumentViewer document={missingPaper} height={height} />
}

export function Damaged() {
  return <DocumentViewer document={brokenPaper} height={height} />
}

export function AnotherKindOfFile() {
  const document = { id: 'minutes', name: 'Minutes.docx', mimeType: 'application/msword' }
  return <DocumentViewer document={document} height={height} />
}

export function NoDocument() {
  return <DocumentViewer document={{ ...samplePaper, id: '', name: '' }} height={height} />
}

import { parentPort } from 'node:worker_threads'
import { paperLetters } from './anchors/paper-letters.ts'
import type { NotesToPlace, PlacesOfNotes } from './note-placer.ts'
import { type PaperTexts, placeNote } from './place-notes.ts'

const decoder = new TextDecoder()
const pagesOf = (json: Uint8Array) => JSON.parse(decoder.decode(json)) as string[]

parentPort?.on('message', ({ version, notes, text, earlier }: NotesToPlace) => {
  const shown = text && pagesOf(text)
  const texts: PaperTexts = {
    version,
    shown,
    earlier: new Map(earlier.map((one) => [one.version, pagesOf(one.text)])),
  }
  const letters = shown && paperLetters(shown)
  const answer: PlacesOfNotes = { places: notes.map((note) => placeNote(note, texts, letters)) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer)
})

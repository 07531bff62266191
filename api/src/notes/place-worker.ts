import { parentPort } from 'node:worker_threads'
import { paperLetters } from './anchors/paper-letters.ts'
import type { NotesToPlace, PlacesOfNotes } from './note-placer.ts'
import { type PaperTexts, placeNote } from './place-notes.ts'

const decoder = new TextDecoder()
const lettersOf = (json: Uint8Array) => paperLetters(JSON.parse(decoder.decode(json)) as string[])

parentPort?.on('message', ({ version, notes, text, earlier, looks }: NotesToPlace) => {
  const texts: PaperTexts = {
    version,
    shown: text && lettersOf(text),
    earlier: new Map(earlier.map((one) => [one.version, lettersOf(one.text)])),
    looks,
  }
  const answer: PlacesOfNotes = { places: notes.map((note) => placeNote(note, texts)) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(answer)
})

import {
  compareMeetings,
  isQuarterly,
  meetingId,
  type MeetingRef,
  partsOfMeeting,
} from '@portal/domain/meeting-ref'
import { createHash } from 'node:crypto'
import type { ExportedContent, ExportedPaper, ExportedSlot } from './exported-content.ts'

/** Maximum length of a name in bytes: file systems allow 255, and a version and an extension are added. */
const longest = 180

/** The archive's file name of each version that has bytes, by `paperVersionKey`. */
export function paperNames({
  papers,
  slots,
  agendas,
}: Pick<ExportedContent, 'papers' | 'slots' | 'agendas'>) {
  const titles = new Map(agendas.map(({ id, title }) => [id, title]))
  const slotsOf = Map.groupBy(slots, ({ documentId }) => documentId)
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const paper of papers) {
    const folder = `papers/${folderOf(paper, slotsOf.get(paper.id) ?? [], titles)}`
    for (const { number, name, state } of paper.versions) {
      if (state !== 'stored') continue
      const { base, extension } = partsOf(name)
      const plain = `${folder}/${base} (version ${number})${extension}`
      // Some file systems don't distinguish case or composed letters.
      const isFree = !taken.has(comparable(plain))
      const own = isFree
        ? plain
        : `${folder}/${base} (version ${number}, ${shortHash(paper.id)})${extension}`
      taken.add(comparable(own))
      names.set(paperVersionKey(paper.id, number), own)
    }
  }
  return names
}

export function paperVersionKey(paper: string, number: number): string {
  return JSON.stringify([paper, number])
}

/** The folder of its first meeting; a paper without a slot keeps its folders in the drive. */
function folderOf(
  { path }: ExportedPaper,
  slots: readonly ExportedSlot[],
  titles: ReadonlyMap<string, string | undefined>,
): string {
  const meetings = slots.flatMap(({ slot }) => (slot.kind === 'meeting' ? [slot] : []))
  const [first] = meetings.toSorted(compareMeetings)
  if (first) return folderOfMeeting(first, titles.get(meetingId(first)))
  const kind = slots[0]?.slot.kind
  if (kind) return kind === 'governance' ? 'Governance' : 'Communications'
  const folders = path.split('/').filter((part) => part.trim() !== '')
  return ['Other papers', ...folders.slice(0, 8).map(safeName)].join('/')
}

/** `2026-Q4`; of other meetings, which sort by their day, `2026-11-12 Finance Committee`. */
function folderOfMeeting(meeting: MeetingRef, title: string | undefined): string {
  const id = meetingId(meeting)
  if (isQuarterly(meeting) || !title) return id
  const { day, number } = partsOfMeeting(id)!
  return safeName([day, title, ...(number > 1 ? [number] : [])].join(' '))
}

function partsOf(name: string): { base: string; extension: string } {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? ''
  return { base: safeName(name.slice(0, name.length - extension.length)), extension }
}

/** A name that every file system accepts and that can't leave its folder. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    // oxlint-disable-next-line no-control-regex -- these are what must go
    .replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]/g, '_')
    .replaceAll(/^[\s.]+|[\s.]+$/g, '')
  const letters = Array.from(plain).slice(0, longest)
  while (Buffer.byteLength(letters.join('')) > longest) letters.pop()
  const short = letters.join('').trimEnd()
  if (short === '') return 'Untitled'
  // Windows reserves these, with any extension.
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short) ? `_${short}` : short
}

function comparable(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function shortHash(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 8)
}

/** What a reader sees: what is published, drafts as if they were published, or everything as it is stored. */
export type Sight = 'published' | 'drafts' | 'everything'

export type Reader = { sight: Sight }

/** A quarter with everything in it: its slots, agenda, papers and news. */
type QuarterThing = { kind: 'quarter'; isInPreparation: boolean }

/** A slot of a quarter, of the governance or of the communications, which have no preparation. */
type SlotThing = {
  kind: 'slot'
  isActive: boolean
  isInPreparation: boolean
  /** A card that the foundation does without; not even an admin sees it as a member would. */
  isSetAside?: boolean
}

/** A slot that a paper is mapped to. It doesn't show the paper if a native agenda or an embed takes its place. */
export type HoldingSlot = SlotThing & { showsPaper: boolean }

/** A paper, or anything made from one: a version, text, picture, difference, search result, quotation or page of a book. */
type PaperThing = {
  kind: 'paper'
  isUploaded: boolean
  /** Whether its folder of the drive is closed to members. */
  isInClosedFolder: boolean
  /** Every slot that it is mapped to. */
  slots: readonly HoldingSlot[]
}

export type Thing = QuarterThing | SlotThing | PaperThing

/**
 * Whether a reader may read a thing. Nothing is seen before it is published: members see a paper in the active slots of
 * published quarters, and a paper from the drive also while no slot holds it and its folder is open.
 */
export function mayRead(reader: Reader, thing: Thing, now: Date): boolean {
  const { sight } = reader
  if (sight === 'everything') return true
  switch (thing.kind) {
    case 'quarter':
      return sight === 'drafts' || !thing.isInPreparation
    case 'slot':
      if (thing.isSetAside) return false
      return sight === 'drafts' || (thing.isActive && !thing.isInPreparation)
    case 'paper': {
      const seen = thing.slots.filter((slot) => mayRead(reader, slot, now))
      if (seen.some((slot) => slot.showsPaper)) return true
      if (thing.isUploaded || thing.isInClosedFolder) return false
      return thing.slots.length === 0 || seen.length > 0
    }
  }
}

/** Folders of these names are closed to members until an admin opens them. */
const closedNames = new Set(['drafts', 'in preparation'])

/**
 * Whether a folder of the drive is closed to members. `switched` has the folders that an admin has closed or opened; the
 * nearest one decides, and a folder's own name before the folders around it. Folders are names joined by `/`.
 */
export function isFolderClosed(folder: string, switched: ReadonlyMap<string, boolean>): boolean {
  for (let path = folder; path !== ''; path = parentOf(path)) {
    const own = switched.get(path)
    if (own !== undefined) return own
    if (
      closedNames.has(
        path
          .slice(path.lastIndexOf('/') + 1)
          .trim()
          .toLowerCase(),
      )
    )
      return true
  }
  return switched.get('') ?? false
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

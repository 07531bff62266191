/** What has been read of one version of a paper. */
export type ReadPaper = PaperFacts & {
  /** Takes the bytes as they are: whoever adds them doesn't change them any more. */
  add: (begin: number, bytes: Uint8Array) => void
  /** A copy of these bytes; undefined unless all of them have been read. */
  bytes: (begin: number, end: number) => Uint8Array | undefined
  has: (begin: number, end: number) => boolean
}

type PaperFacts = {
  /** The server's tag of these bytes; without one a paper that is opened again begins anew. */
  version?: string | undefined
  /** Of the whole paper, in bytes. */
  length: number
  pieceSize: number
}

type Piece = { begin: number; bytes: Uint8Array }
type Kept = { paper: ReadPaper; pieces: Piece[] }

/** In bytes, of all papers together: an older iPad ends a page that takes more than a few hundred megabytes. */
const limit = 64 * 1024 * 1024

/**
 * The papers that were read on this visit, the one opened last at the end, so that they open again while the
 * device is offline. In the page's memory alone: nothing of a paper is written to the device.
 */
const papers = new Map<string, Kept>()

/** Where what is read of a paper is kept from now on; what is known of the same version stays. */
export function keepPaper(address: string, facts: PaperFacts): ReadPaper {
  const known = papers.get(address)
  const same =
    known !== undefined &&
    facts.version !== undefined &&
    known.paper.version === facts.version &&
    known.paper.length === facts.length
  const kept = same ? known : keptOf(facts)
  papers.delete(address)
  papers.set(address, kept)
  return kept.paper
}

/** A paper that can be opened from what has been read of it: its two ends at least. */
export function recallPaper(address: string): ReadPaper | undefined {
  const paper = papers.get(address)?.paper
  return paper?.has(0, 1) && paper.has(paper.length - 1, paper.length) ? paper : undefined
}

/** At sign-out, and before another reader's first page. */
export function forgetPapers(): void {
  papers.clear()
}

function keptOf(facts: PaperFacts): Kept {
  const pieces: Piece[] = []
  const pieceAt = (place: number) =>
    pieces.find(({ begin, bytes }) => begin <= place && place < begin + bytes.length)
  const has = (begin: number, end: number) => {
    let place = begin
    while (place < end) {
      const piece = pieceAt(place)
      if (!piece) return false
      place = piece.begin + piece.bytes.length
    }
    return true
  }
  const paper: ReadPaper = {
    ...facts,
    has,
    add(begin, bytes) {
      if (bytes.length === 0 || has(begin, begin + bytes.length)) return
      pieces.push({ begin, bytes })
      makeRoom(kept)
    },
    bytes(begin, end) {
      if (!has(begin, end)) return undefined
      const copy = new Uint8Array(end - begin)
      let place = begin
      while (place < end) {
        const piece = pieceAt(place)!
        const part = piece.bytes.subarray(place - piece.begin, end - piece.begin)
        copy.set(part, place - begin)
        place += part.length
      }
      return copy
    },
  }
  const kept: Kept = { paper, pieces }
  return kept
}

/** Papers that were opened longest ago go first; one that is larger than all the room keeps what it has. */
function makeRoom(growing: Kept): void {
  for (const [address, kept] of papers) {
    if (sizeOfAll() <= limit) return
    if (kept !== growing) papers.delete(address)
  }
  if (sizeOfAll() > limit) growing.pieces.pop()
}

function sizeOfAll(): number {
  const pieces = [...papers.values()].flatMap((kept) => kept.pieces)
  return pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

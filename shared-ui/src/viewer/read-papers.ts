/** The bytes read of one version of a paper. */
export type ReadPaper = PaperFacts & {
  /** Takes ownership of the bytes: the caller must not change them afterwards. */
  add: (begin: number, bytes: Uint8Array) => void
  /** A copy of these bytes; undefined unless all of them were read. */
  bytes: (begin: number, end: number) => Uint8Array | undefined
  has: (begin: number, end: number) => boolean
}

type PaperFacts = {
  /** The ETag of these bytes; without one, a reopened paper starts from scratch. */
  version?: string | undefined
  /** Size of the whole paper in bytes. */
  length: number
  pieceSize: number
}

type Piece = { begin: number; bytes: Uint8Array }
type CachedPaper = { paper: ReadPaper; pieces: Piece[] }

/** Maximum total size in bytes; older iPads end pages that use a few hundred megabytes. */
const limit = 64 * 1024 * 1024

/**
 * Papers read on this visit, in the order of their last opening, so that they can be opened again offline. They stay in
 * memory: papers are never written to the device.
 */
const papers = new Map<string, CachedPaper>()

/** Starts keeping a paper's bytes, and reuses the kept bytes of the same version. */
export function keepPaper(address: string, facts: PaperFacts): ReadPaper {
  const known = papers.get(address)
  const same =
    known !== undefined &&
    facts.version !== undefined &&
    known.paper.version === facts.version &&
    known.paper.length === facts.length
  const cached = same ? known : createPaper(facts)
  papers.delete(address)
  papers.set(address, cached)
  return cached.paper
}

/** A paper with enough bytes read to open it: at least both ends. */
export function recallPaper(address: string): ReadPaper | undefined {
  const paper = papers.get(address)?.paper
  return paper?.has(0, 1) && paper.has(paper.length - 1, paper.length) ? paper : undefined
}

/** Call at sign-out, and before another person's first page. */
export function forgetPapers(): void {
  papers.clear()
}

function createPaper(facts: PaperFacts): CachedPaper {
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
      evict(cached)
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
  const cached: CachedPaper = { paper, pieces }
  return cached
}

/** Drops the papers opened longest ago; a paper larger than the limit keeps what it already has. */
function evict(growing: CachedPaper): void {
  for (const [address, cached] of papers) {
    if (totalSize() <= limit) return
    if (cached !== growing) papers.delete(address)
  }
  if (totalSize() > limit) growing.pieces.pop()
}

function totalSize(): number {
  const pieces = [...papers.values()].flatMap((cached) => cached.pieces)
  return pieces.reduce((sum, { bytes }) => sum + bytes.length, 0)
}

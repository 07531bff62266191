/** A version as the model knows it; its number is its place, from 1. */
type ModelVersion = {
  bytes: string
  state: 'kept' | 'withdrawn' | 'expired'
  /** Of the withdrawal. */
  reason?: string
}

/** The expected state of a paper. */
export type ModelPaper = {
  /** The drive's file; absent if it has none. Uploaded papers have no file. */
  file?: string | undefined
  /** The bytes that the last sync saw in the drive. */
  synced?: string | undefined
  isUploaded: boolean
  /** Whether the portal has it. */
  exists: boolean
  versions: ModelVersion[]
  /** The number of the version that it shows or, if all are withdrawn, that it showed last. */
  number: number
  isShown: boolean
  /** Withdrawn bytes with the reason. */
  withdrawn: Map<string, string>
}

export type Model = {
  papers: ModelPaper[]
  keptVersions: number | undefined
  /** A withdrawal was killed before it deleted the files. */
  isPending: boolean
}

export function newModel(isUploaded: readonly boolean[], keptVersions?: number): Model {
  const papers = isUploaded.map((uploaded): ModelPaper => ({
    isUploaded: uploaded,
    exists: false,
    versions: [],
    number: 0,
    isShown: false,
    withdrawn: new Map(),
  }))
  return { papers, keptVersions, isPending: false }
}

/** Takes in the drive's files; then expires what is no longer kept. */
export function syncModel(model: Model): void {
  for (const paper of model.papers) {
    if (paper.isUploaded) continue
    const { file, synced } = paper
    if (file === undefined) Object.assign(paper, { exists: false, isShown: false, synced: file })
    else if (!paper.exists || file !== synced) arrive(paper, file)
  }
  expire(model)
}

function arrive(paper: ModelPaper, bytes: string): void {
  paper.synced = bytes
  const reason = paper.withdrawn.get(bytes)
  const { exists, versions } = paper
  if (exists && reason !== undefined) return
  if (exists && paper.isShown && shownBytes(paper) === bytes) return
  const version: ModelVersion =
    reason === undefined ? { bytes, state: 'kept' } : { bytes, state: 'withdrawn', reason }
  // The drive lost the file and has it again.
  if (!exists && versions.at(-1)?.bytes === bytes) versions.pop()
  versions.push(version)
  Object.assign(paper, {
    exists: true,
    number: versions.length,
    isShown: reason === undefined,
  })
}

/** Undefined if it is refused: its bytes were withdrawn. */
export function uploadModel(paper: ModelPaper, bytes: string): 'stored' | undefined {
  if (paper.withdrawn.has(bytes)) return undefined
  if (!paper.isShown || shownBytes(paper) !== bytes) {
    paper.versions.push({ bytes, state: 'kept' })
    Object.assign(paper, { exists: true, number: paper.versions.length, isShown: true })
  }
  return 'stored'
}

/** False if there is no such version. A killed withdrawal leaves its files until the next one, or the next start. */
export function withdrawModel(
  model: Model,
  paper: ModelPaper,
  { number, reason, isKilled }: { number: number; reason: string; isKilled: boolean },
): boolean {
  const version = paper.versions[number - 1]
  if (!paper.exists || !version) return false
  if (version.state !== 'withdrawn') withdrawBytes(model, paper, version, reason)
  if (!isKilled) resumeModel(model)
  return true
}

/** Deletes the files of withdrawals, and everything else that is no longer kept. */
export function resumeModel(model: Model): void {
  if (model.isPending) expire(model)
  model.isPending = false
}

function withdrawBytes(
  model: Model,
  paper: ModelPaper,
  version: ModelVersion,
  reason: string,
): void {
  const { bytes } = version
  if (!paper.withdrawn.has(bytes)) {
    paper.withdrawn.set(bytes, reason)
    model.isPending = true
  }
  const wasShown = paper.isShown && shownBytes(paper) === bytes
  for (const kept of paper.versions) {
    const isMeant = kept === version || (kept.state === 'kept' && kept.bytes === bytes)
    if (isMeant) Object.assign(kept, { state: 'withdrawn', reason: paper.withdrawn.get(bytes)! })
  }
  if (wasShown) {
    const left = paper.versions.findLastIndex(({ state }) => state === 'kept')
    if (left === -1) paper.isShown = false
    else paper.number = left + 1
  }
}

function expire({ papers, keptVersions = Infinity }: Model): void {
  for (const { versions, exists } of papers) {
    const kept = versions.filter(({ state }) => state === 'kept')
    const most = exists ? keptVersions : 0
    for (const version of kept.slice(0, Math.max(0, kept.length - most))) version.state = 'expired'
  }
}

function shownBytes({ versions, number }: ModelPaper): string {
  return versions[number - 1]!.bytes
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Turns } from '../../platform/background/turns.ts'
import type { BlobStore } from '../../platform/files/blob-store.ts'
import { noteVersionMade, type UnmadeVersion } from '../documents/documents-feature.ts'
import { noteMade, originalKey } from '../documents/documents-feature.ts'
import type { Log } from '../../platform/log.ts'
import type { DocumentStore } from '../../platform/store/document-store.ts'
import { createArrivalTurns } from './arrived-paper.ts'
import type { MadeFromPaper, Paper, PaperMaker } from './paper-maker.ts'
import { inWorkFolder } from '../../platform/files/work-folder.ts'

export type PaperCompletion = {
  /** Starts making what is missing, or joins the work in progress. Never throws. */
  start: () => void
  /** Resolves when no work is in progress. */
  idle: () => Promise<void>
  /** Stops after the current file; the next start resumes there. */
  stop: () => Promise<void>
}

type Parts = {
  store: DocumentStore
  blobs: BlobStore
  log: Log
  /** Returns every document, from memory. */
  documents: () => Paper[]
  /** Whether a reader has opened a paper that isn't complete. */
  isRequested?: (id: string) => boolean
  /** The earlier versions of papers that lack something, or have something outdated. */
  versions?: () => Promise<UnmadeVersion[]>
  makers: PaperMaker[]
  /** By the bytes of papers in the temporary folder. */
  arrivalTurns?: Turns
}

/**
 * Makes what papers still lack, such as their text. This runs separately from the sync, because opening a paper needs
 * none of it. Each result is recorded in its document, so an interrupted process loses at most one file.
 */
export function createPaperCompletion({
  store,
  blobs,
  log,
  documents,
  isRequested: isOpened = () => false,
  versions = async () => [],
  makers,
  arrivalTurns = createArrivalTurns(),
}: Parts): PaperCompletion {
  const stopping = new AbortController()
  let isRequested = false
  let isWorking = false
  let finished: Promise<void> = Promise.resolve()
  const inBackground = AsyncLocalStorage.snapshot()

  /** Papers that readers have opened come first, then the newest: a large sync brings those of many years. */
  const isBefore = (a: Paper, b: Paper) => {
    const [openedFirst, openedSecond] = [isOpened(a.id), isOpened(b.id)]
    return openedFirst === openedSecond ? changedAt(a) > changedAt(b) : openedFirst
  }
  const isIncomplete = (paper: Paper) => makers.some((maker) => maker.isMissing(paper))
  const isOutdated = (paper: Paper) => makers.some((maker) => maker.isOutdated?.(paper))
  const isLeft = (paper: Paper) => isIncomplete(paper) || isOutdated(paper)

  const work = async (workFolder: string): Promise<void> => {
    const file = join(workFolder, 'original')
    // Each file is tried once: memory may show a mark late, and a file that fails now waits for the next start.
    const tried = new Set<string>()
    const keyOf = ({ id, sha256 }: Paper) => `${id} ${sha256}`
    const nextOf = <P extends Paper>(papers: P[], isWanted: (paper: Paper) => boolean) => {
      let first: P | undefined
      for (const paper of papers) {
        if (first && !isBefore(paper, first)) continue
        if (isWanted(paper) && !tried.has(keyOf(paper))) first = paper
      }
      return first
    }
    let earlier: UnmadeVersion[] = []
    /** Read again once all of them were tried. */
    const leftVersions = async () => {
      const untried = (all: UnmadeVersion[]) => all.filter((version) => !tried.has(keyOf(version)))
      earlier = untried(earlier)
      if (earlier.length === 0) earlier = untried(await versions())
      return earlier
    }
    // The shown versions come first. What is only outdated waits for everything that is missing.
    const next = async () =>
      nextOf(documents(), isIncomplete) ??
      nextOf(await leftVersions(), isIncomplete) ??
      nextOf(documents(), isOutdated) ??
      nextOf(earlier, isOutdated)
    const makeAll = async (paper: Paper): Promise<MadeFromPaper | undefined> => {
      let end = () => {}
      const original = once(async () => {
        const stored = await blobs.info(originalKey(paper.sha256))
        if (!stored) return undefined
        end = await arrivalTurns.take({ weight: stored.size, signal: stopping.signal })
        return fetchOriginal(paper.sha256, file)
      })
      let all: MadeFromPaper | undefined
      try {
        for (const maker of makers) {
          const known = { ...paper, ...all }
          const isDue = maker.isMissing(known) || maker.isOutdated?.(known)
          const made = isDue && (await maker.make(known, original))
          if (made) all = { ...all, ...made }
        }
      } finally {
        await rm(file, { force: true })
        end()
      }
      return all
    }
    let count = 0
    try {
      for (let paper = await next(); paper && !stopping.signal.aborted; paper = await next()) {
        tried.add(keyOf(paper))
        const made = await makeAll(paper)
        if (made && (await mark(paper, made))) count += 1
      }
    } finally {
      if (count > 0) log.info('papers completed', { count })
    }
  }

  /** False if a sync has changed the document in the meantime. */
  const mark = (paper: Paper | UnmadeVersion, made: MadeFromPaper): Promise<boolean> =>
    store.transaction((transaction) =>
      'number' in paper
        ? noteVersionMade(transaction, paper, made)
        : noteMade(transaction, paper, made),
    )

  /** The path of the original; undefined if it is missing, and the next sync restores it. */
  const fetchOriginal = async (sha256: string, file: string): Promise<string | undefined> => {
    const original = await blobs.read(originalKey(sha256))
    if (!original) return undefined
    await writeFile(file, original)
    return file
  }

  /** Never rejects. A start requested during cleanup runs afterwards. */
  const workWhileRequested = async (): Promise<void> => {
    try {
      while (isRequested && !stopping.signal.aborted) {
        isRequested = false
        if (documents().some(isLeft) || (await versions()).some(isLeft)) {
          await inWorkFolder(work)
        }
      }
    } catch (cause) {
      if (stopping.signal.aborted) return
      log.warn('the completion of papers waits for the next sync', { cause })
    } finally {
      isWorking = false
    }
  }

  return {
    start() {
      isRequested = true
      if (isWorking) return
      isWorking = true
      finished = inBackground(workWhileRequested)
    },
    idle: () => finished,
    async stop() {
      stopping.abort()
      await finished
    },
  }
}

/** When a paper's file was made or changed, whichever is later. */
function changedAt({ created_time: created = '', modified_time: modified = '' }: Paper): string {
  return created > modified ? created : modified
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= make())
}

/** What one person has read of one version: the longest time of each page in seconds, and their mark. */
type ReadVersion = { pages: Map<number, number>; isMarked?: boolean }

/** What one person has read, by paper and version. */
export type ReadingModel = { isOn: boolean; papers: Map<string, Map<number, ReadVersion>> }

export type ModelReport = {
  paper: string
  version: number
  page: number
  seconds: number
  isRead?: boolean | undefined
}

/** In seconds: how long a page without words must be shown to count as read. */
const leastSeconds = 2

export function newReadingModel(): ReadingModel {
  return { isOn: true, papers: new Map() }
}

export function reportModel(model: ReadingModel, report: ModelReport): void {
  if (!model.isOn) return
  const { paper, version, page, seconds, isRead } = report
  const versions = model.papers.get(paper) ?? new Map<number, ReadVersion>()
  model.papers.set(paper, versions)
  const read = versions.get(version) ?? { pages: new Map<number, number>() }
  versions.set(version, read)
  if (isRead === false) read.pages.clear()
  read.pages.set(page, Math.max(read.pages.get(page) ?? 0, seconds))
  if (isRead !== undefined) read.isMarked = isRead
}

/** What the portal must return for a paper that shows `number` and whose number of pages isn't known. */
export function readModel(
  model: ReadingModel,
  paper: string,
  number: number,
): { version: number | undefined; pages: number[]; isRead: boolean; earlier: number | undefined } {
  const versions = model.papers.get(paper) ?? new Map<number, ReadVersion>()
  const opened = [...versions.keys()].filter((candidate) => candidate <= number)
  const version = opened.length === 0 ? undefined : Math.max(...opened)
  const before = opened.filter((candidate) => candidate < number)
  const read = version === undefined ? undefined : versions.get(version)
  const pages = [...(read?.pages ?? [])].filter(([, seconds]) => seconds >= leastSeconds)
  const numbers = pages.map(([page]) => page).toSorted((a, b) => a - b)
  return {
    version,
    pages: numbers,
    isRead: version === number && read?.isMarked === true,
    earlier: before.length === 0 ? undefined : Math.max(...before),
  }
}

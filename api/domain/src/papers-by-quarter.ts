import { compareQuarters, type Quarter, quarterName } from './quarter.ts'

type Paper = { name: string; quarter?: Quarter | undefined }

export type QuarterPapers<P extends Paper> = { name: string; papers: P[] }

/** The latest quarter first, its papers by name; papers without a quarter come last. */
export function papersByQuarter<P extends Paper>(papers: readonly P[]): QuarterPapers<P>[] {
  const groups = Map.groupBy(papers, ({ quarter }) =>
    quarter ? quarterName(quarter) : 'Other papers',
  )
  return [...groups]
    .toSorted(([, [a]], [, [b]]) => latestFirst(a?.quarter, b?.quarter))
    .map(([name, group]) => ({
      name,
      papers: group.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
    }))
}

function latestFirst(a: Quarter | undefined, b: Quarter | undefined): number {
  if (a && b) return compareQuarters(b, a)
  return Number(!a) - Number(!b)
}

import { mentionedQuarters, type PaperName } from './paper-name.ts'
import { compareQuarters, type Quarter, quarterName } from './quarter.ts'

/** Whether a paper belongs to a quarter, by its name and folder, and why. */
export type QuarterReading = {
  /** `near`: in the quarter's folder, but the name mentions another time. */
  belongs: 'yes' | 'near' | 'unsure' | 'no'
  reason: string
}

type Evidence = { quarters: Quarter[]; /** Quarters without a year. */ bare: number[] }

/**
 * A quarter named in the name decides, then one in the folders, the innermost first, then a date in the name, then one
 * in the folders. Evidence that disagrees makes it unsure.
 */
export function quarterReading(
  name: PaperName,
  /** From the innermost to the outermost. */
  folders: readonly PaperName[],
  quarter: Quarter,
): QuarterReading {
  const folderYears = folders.find(({ years }) => years.length > 0)?.years ?? []
  const inName = evidenceOf(name, 'quarter', folderYears)
  const inFolder = folderEvidence(folders, 'quarter', name.years)
  const nameDate = evidenceOf(name, 'date', folderYears)
  const ours = quarterName(quarter)
  if (inName) {
    const reading = weigh(inName, quarter, 'name')
    const elsewhere = reading.belongs === 'yes' && inFolder && namesOnlyOthers(inFolder, quarter)
    return elsewhere ? unsure(`The name says ${ours}, its folder ${inWords(inFolder)}`) : reading
  }
  if (inFolder) {
    const reading = weigh(inFolder, quarter, 'folder')
    if (reading.belongs !== 'yes') return reading
    if (nameDate && namesOnlyOthers(nameDate, quarter)) {
      return near(`The folder says ${ours}, the date in its name ${inWords(nameDate)}`)
    }
    return withYearsOf(name, reading, quarter)
  }
  if (nameDate) return weigh(nameDate, quarter, 'date in the name')
  const folderDate = folderEvidence(folders, 'date', name.years)
  if (folderDate) {
    return withYearsOf(name, weigh(folderDate, quarter, 'date of the folder'), quarter)
  }
  const years = name.years.length > 0 ? name.years : folderYears
  if (years.includes(quarter.year)) return unsure(`Names ${quarter.year}, but no quarter`)
  return { belongs: 'no', reason: 'Neither the name nor the folder names this quarter' }
}

function evidenceOf(
  name: PaperName,
  by: 'quarter' | 'date',
  otherYears: number[],
): Evidence | undefined {
  const mentioned = name.mentions.filter((mention) => mention.by === by)
  if (mentioned.length === 0) return undefined
  const quarters = mentionedQuarters(name, by, otherYears)
  return { quarters, bare: quarters.length > 0 ? [] : mentioned.map((mention) => mention.quarter) }
}

function folderEvidence(
  folders: readonly PaperName[],
  by: 'quarter' | 'date',
  nameYears: number[],
): Evidence | undefined {
  const at = folders.findIndex(({ mentions }) => mentions.some((mention) => mention.by === by))
  if (at < 0) return undefined
  const years = folders.slice(at).find((folder) => folder.years.length > 0)?.years ?? nameYears
  return evidenceOf(folders[at]!, by, years)
}

function weigh({ quarters, bare }: Evidence, quarter: Quarter, where: string): QuarterReading {
  const isOurs = (mentioned: Quarter) => compareQuarters(mentioned, quarter) === 0
  if (quarters.length === 0) {
    const same = bare.includes(quarter.quarter)
    const reason = `The ${where} says Q${bare.join(' and Q')} without a year`
    return same ? unsure(reason) : { belongs: 'no', reason }
  }
  if (quarters.every(isOurs)) {
    return { belongs: 'yes', reason: `${quarterName(quarter)} by its ${where}` }
  }
  const reason = `The ${where} says ${inWords({ quarters, bare })}`
  return quarters.some(isOurs) ? unsure(reason) : { belongs: 'no', reason }
}

/** A year alone in the name, as in “2026 actuals”, may be the content's. */
function withYearsOf(name: PaperName, reading: QuarterReading, quarter: Quarter): QuarterReading {
  if (reading.belongs !== 'yes' || name.years.length === 0) return reading
  if (name.years.includes(quarter.year)) return reading
  return near(`The folder says ${quarterName(quarter)}, its name ${name.years.join(' and ')}`)
}

function namesOnlyOthers({ quarters, bare }: Evidence, quarter: Quarter): boolean {
  return (
    quarters.every((other) => compareQuarters(other, quarter) !== 0) &&
    !bare.includes(quarter.quarter)
  )
}

function inWords({ quarters, bare }: Evidence): string {
  const names = quarters.length > 0 ? quarters.map(quarterName) : bare.map((each) => `Q${each}`)
  return [...new Set(names)].join(' and ')
}

function unsure(reason: string): QuarterReading {
  return { belongs: 'unsure', reason }
}

function near(reason: string): QuarterReading {
  return { belongs: 'near', reason }
}

import { access, mkdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { type Quarter, quarterAfter, quarterOf } from '@portal/domain/quarter'
import { type Day, dayOf } from '@portal/domain/days'
import { quarterId } from '@portal/domain/ids'
import {
  committeeDays,
  committeeFile,
  type CommitteeMeeting,
  committeeMeetings,
} from './committee-meetings.ts'
import { meetingSeenFrom, usualMeeting } from './days.ts'
import { paperFile, papers, pathOf, type PlannedFile, standingFiles } from './plan.ts'
import {
  clearDrafts,
  hashOf,
  noneIfMissing,
  readState,
  type SampleState,
  writeState,
  writeWhole,
} from './sample-state.ts'

type Task = {
  file: PlannedFile
  /** The modification date to set on the file. */
  changed: Date
  write: () => Promise<Uint8Array>
}

type Options = {
  onStep?: (done: number, total: number) => void
  /** Whether a paper is drawn; all by default. Tests leave most of them empty, because drawing takes seconds. */
  isDrawn?: (file: PlannedFile) => boolean
}

const day = 86_400_000

/**
 * Creates the sample foundation's drive folder and calendar under `dataFolder`: the permanent documents
 * and the papers of the current and the previous quarter. Adds what is missing, but never overwrites,
 * restores or deletes files that people added, changed or deleted.
 */
export async function prepareSample(
  dataFolder: string,
  now: Date,
  timeZone: string,
  { onStep = () => {}, isDrawn = () => true }: Options = {},
): Promise<void> {
  const drive = join(dataFolder, 'drive')
  const before = await readState(dataFolder)
  const state: SampleState = {
    ...before,
    made: (await exists(drive)) ? [...before.made] : [],
    meetings: { ...before.meetings },
  }
  const current = quarterOf(now, timeZone)
  const today = dayOf(now, timeZone)
  for (const quarter of [current, quarterAfter(current)]) {
    state.meetings[quarterId(quarter)] ??= meetingSeenFrom(today, quarter)
  }
  const seen = committeeDays(state.meetings[quarterId(current)]!, quarterAfter(current, -1))
  state.committees = { ...seen, ...state.committees }
  const tasks = [
    ...tasksOf(current, state.meetings, now),
    ...committeeTasks(state.committees, now),
  ].filter(({ file }) => !state.made.includes(pathOf(file)))
  const steps = tasks.length + 1
  if (tasks.length > 0) {
    await clearDrafts(dataFolder)
    await mkdir(drive, { recursive: true })
  }
  for (const [at, { file, changed, write }] of tasks.entries()) {
    onStep(at, steps)
    const path = join(drive, pathOf(file))
    if (!(await exists(path))) {
      await writeWhole(dataFolder, path, isDrawn(file) ? await write() : new Uint8Array())
      await utimes(path, changed, changed)
    }
    state.made.push(pathOf(file))
    // Lets the progress line update, and Ctrl-C work, between two papers.
    await new Promise((done) => setImmediate(done))
  }
  await keepCalendar(dataFolder, state, current, timeZone)
  if (JSON.stringify(state) !== JSON.stringify(before)) await writeState(dataFolder, state)
  if (tasks.length > 0) await clearDrafts(dataFolder)
  onStep(steps, steps)
}

/** Writes the calendar of these quarters, unless a person has changed it. */
async function keepCalendar(
  dataFolder: string,
  state: SampleState,
  current: Quarter,
  timeZone: string,
): Promise<void> {
  const file = join(dataFolder, 'calendar.ics')
  const held = await readFile(file).catch(noneIfMissing)
  if (held !== undefined && !state.calendars.includes(hashOf(held))) return
  const { calendarText } = await import('./calendar/calendar-text.ts')
  const text = calendarText(current, meetingOf(state.meetings), timeZone)
  const hash = hashOf(text)
  if (held === undefined || hashOf(held) !== hash) {
    // Saved first: if the process died in between, the calendar would seem changed by a person.
    await writeState(dataFolder, { ...state, calendars: [...state.calendars, hash] })
    await writeWhole(dataFolder, file, text)
  }
  state.calendars = [hash]
}

/** The day of a quarter's board meeting: the announced day, or the usual one. */
export const meetingOf =
  (meetings: Record<string, Day>) =>
  (of: Quarter): Day =>
    meetings[quarterId(of)] ?? usualMeeting(of)

function tasksOf(current: Quarter, meetings: Record<string, Day>, now: Date): Task[] {
  const standing = standingFiles.map((file, at) => ({
    file,
    changed: new Date(now.getTime() - (60 + 37 * at) * day),
    write: async () => (await import('./policies/all.ts')).standingText(file.title, current.year),
  }))
  const quarters = [current, quarterAfter(current, -1)].flatMap((of) =>
    papers.map(({ name }, at) => ({
      file: paperFile(of, name),
      changed: workedOn(of, at / papers.length, now),
      write: async () => {
        const [{ briefingOf }, { writePaper }] = await Promise.all([
          import('./papers/briefing.ts'),
          import('./papers/write-paper.ts'),
        ])
        const meeting = meetingOf(meetings)
        const dates = {
          last: meeting(quarterAfter(of, -1)),
          this: meeting(of),
          next: meeting(quarterAfter(of)),
        }
        return writePaper(name, briefingOf(of, dates))
      },
    })),
  )
  return [...standing, ...quarters]
}

function committeeTasks(days: Record<CommitteeMeeting['body'], Day>, now: Date): Task[] {
  return committeeMeetings.flatMap(({ body, papers: names }) =>
    names.map((name) => ({
      file: committeeFile(name),
      changed: new Date(Math.min(Date.parse(days[body]) - 5 * day, now.getTime())),
      write: async () =>
        (await import('./papers/committee-papers.ts')).writeCommitteePaper(name, days[body]),
    })),
  )
}

/** Papers are dated in the second half of the elapsed part of their quarter. */
function workedOn({ year, quarter }: Quarter, share: number, now: Date): Date {
  const from = Date.UTC(year, (quarter - 1) * 3, 1)
  const to = Math.min(now.getTime(), Date.UTC(year, quarter * 3, 1))
  return new Date(Math.min(from + (to - from) * (0.5 + share / 2), now.getTime()))
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: unknown) => noneIfMissing(error) ?? false,
  )
}

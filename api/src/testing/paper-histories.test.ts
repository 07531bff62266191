import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Model,
  type ModelPaper,
  newModel,
  resumeModel,
  syncModel,
  uploadModel,
  withdrawModel,
} from './papers-model-fixture.ts'
import {
  type History,
  history,
  historyPapers as ids,
  type ReportStep,
  type Step,
  type Withdrawal,
} from './paper-histories-fixture.ts'
import {
  memberNamed,
  outcomeOf,
  papersWorld,
  type PapersWorld,
  sha256Of,
} from './papers-world-fixture.ts'
import {
  newReadingModel,
  type ReadingModel,
  readModel,
  reportModel,
} from './reading-model-fixture.ts'
import { syncAdmin } from '../features/sync/sync-fixtures.ts'

/** Number of histories; `test --long` runs many more. Those through the sync service take longer. */
const histories = {
  withService: Number(process.env['HISTORIES'] ?? 5),
  ofSteps: process.env['TEST_LONG'] ? 10_000 : 120,
}

const people = ['maria', 'wei'].map(memberNamed)

type Run = {
  world: PapersWorld
  model: Model
  /** What each person has read. */
  read: ReadingModel[]
  sent: Sent[]
  /** The papers of the quarter. */
  mapped: Set<string>
}

/** Takes one step in the world and in the model; both must have the same outcome. */
async function take(run: Run, step: Step): Promise<void> {
  const { world, model, read, mapped, sent } = run
  switch (step.kind) {
    case 'replace':
      return isUploaded(step.paper) ? upload(run, step) : replace(run, step)
    case 'lose':
      return isUploaded(step.paper) ? undefined : replace(run, step)
    case 'sync':
      return sync(run)
    case 'withdraw':
      return withdraw(run, step)
    case 'report':
      return report(run, step)
    case 'again':
      return sent.length === 0 ? undefined : send(run, sent[step.which % sent.length]!)
    case 'map':
      mapped.add(ids[step.paper]!)
      return
    case 'switch':
      await world.reading.set(people[step.person]!, step.isOn)
      read[step.person]!.isOn = step.isOn
      return
    case 'erase':
      await world.reading.erase(people[step.person]!)
      read[step.person]!.papers.clear()
      return
    default:
      expect.unreachable(JSON.stringify([step satisfies never, model]))
  }
}

const isUploaded = (at: number) => ids[at] === 'uploaded'

/** The number of the version that a step refers to. */
const numberOf = ({ versions }: ModelPaper, meant: number) => 1 + (meant % (versions.length + 1))

type Change = { paper: number; bytes?: string }

/** Replaces a file in the drive or takes it out, and syncs. */
async function replace(run: Run, { paper: at, bytes: text }: Change): Promise<void> {
  const id = ids[at]!
  if (text === undefined) run.world.files.delete(id)
  else run.world.files.set(id, text)
  run.model.papers[at]!.file = text
  await sync(run)
}

async function upload({ world, model }: Run, { paper: at, bytes: text = '' }: Change) {
  const outcome = await outcomeOf(world.upload(ids[at]!, text))
  expect(outcome === 'gone' ? undefined : 'stored').toBe(uploadModel(model.papers[at]!, text))
}

async function sync({ world, model }: Run): Promise<void> {
  await world.sync()
  syncModel(model)
  // Neither less nor more than the kept versions is stored.
  const kept = model.papers.flatMap(({ versions }) =>
    versions.filter(({ state }) => state === 'kept').map(({ bytes: text }) => sha256Of(text)),
  )
  const stored: string[] = []
  for await (const key of world.blobs.keys('originals/')) stored.push(key)
  expect(stored.toSorted()).toEqual(
    [...new Set(kept)].map((sha256) => `originals/${sha256}`).toSorted(),
  )
}

async function withdraw(run: Run, { paper: at, version: meant, isKilled }: Withdrawal) {
  const { world, model } = run
  const number = numberOf(model.papers[at]!, meant)
  const reason = `Reason ${model.papers[at]!.withdrawn.size}`
  const outcome = isKilled
    ? await outcomeOf(world.withdrawAndDie(ids[at]!, number, reason))
    : await outcomeOf(world.versions.withdraw(syncAdmin, ids[at]!, number, { reason }))
  await world.versions.idle()
  const isThere = withdrawModel(model, model.papers[at]!, { number, reason, isKilled })
  expect(outcome !== 'notFound').toBe(isThere)
  // Nobody can read withdrawn bytes, even while their files exist.
  if (isThere) await expectSameContents(run, at)
}

async function report(run: Run, { version: meant, ...step }: ReportStep): Promise<void> {
  const sent = { ...step, number: numberOf(run.model.papers[step.paper]!, meant) }
  run.sent.push(sent)
  await send(run, sent)
}

type Sent = Omit<ReportStep, 'version'> & { number: number }

/** Two devices send the same report at once. */
async function send({ world, model, read }: Run, sent: Sent): Promise<void> {
  const { person: who, paper: at, number, page, seconds, isRead } = sent
  const { exists, versions } = model.papers[at]!
  const pages = [{ page, seconds }]
  const papers = [
    { documentId: ids[at]!, version: number, pages, ...(isRead === undefined ? {} : { isRead }) },
  ]
  const outcomes = await Promise.all(
    [1, 2].map(() => outcomeOf(world.reading.report(people[who]!, papers))),
  )
  const isKnown = exists && number <= versions.length
  expect(new Set(outcomes)).toEqual(new Set([isKnown ? undefined : 'notFound']))
  if (isKnown) reportModel(read[who]!, { paper: ids[at]!, version: number, page, seconds, isRead })
}

async function expectSame(run: Run): Promise<void> {
  // As a starting process does.
  run.world.versions.resume()
  await run.world.versions.idle()
  resumeModel(run.model)
  for (const at of ids.keys()) await expectSameVersions(run, at)
  for (const who of people.keys()) await expectSameReading(run, who)
}

async function expectSameVersions(run: Run, at: number): Promise<void> {
  const { world, model } = run
  const id = ids[at]!
  const { exists, isShown, number: shown, versions } = model.papers[at]!
  const listed = await outcomeOf(world.versions.list(people[0]!, id, { limit: 100 }))
  if (!exists) return expect(listed).toBe('notFound')
  expect(listed).toMatchObject({
    versions: versions
      .map(({ state, reason, bytes: text }, index) => ({
        number: index + 1,
        state,
        ...(state === 'kept' ? { sha256: sha256Of(text) } : {}),
        ...(state === 'withdrawn' ? { withdrawn: { reason } } : {}),
      }))
      .toReversed(),
  })
  expect(typeof listed === 'string' ? listed : listed.shown).toBe(isShown ? shown : undefined)
  await expectSameContents(run, at)
}

async function expectSameContents({ world, model }: Run, at: number): Promise<void> {
  const id = ids[at]!
  const { isShown, number: shown, versions } = model.papers[at]!
  /** The hash of what is read, if its file exists. */
  const readOf = async (number?: number) => {
    const content = await outcomeOf(world.documents.content(people[0]!, id, undefined, number))
    return typeof content === 'string' ? content : content.original
  }
  for (const [index, { state, bytes: text }] of versions.entries()) {
    expect(await readOf(index + 1)).toBe(state === 'kept' ? sha256Of(text) : 'gone')
  }
  expect(await readOf(versions.length + 1)).toBe('notFound')
  expect(await readOf()).toBe(isShown ? sha256Of(versions[shown - 1]!.bytes) : 'gone')
}

async function expectSameReading({ world, model, read, mapped }: Run, who: number): Promise<void> {
  const known = read[who]!
  const byId = (a: { documentId: string }, b: { documentId: string }) =>
    ids.indexOf(a.documentId) - ids.indexOf(b.documentId)
  const expectListed = async (
    listed: readonly string[] | undefined,
    has: (id: string) => boolean,
  ) => {
    const { isOn, papers } = await world.reading.list(people[who]!, listed)
    expect(isOn).toBe(known.isOn)
    const expected = ids.flatMap((id, at) => {
      const { exists, number } = model.papers[at]!
      return exists && has(id) ? [{ documentId: id, ...readModel(known, id, number) }] : []
    })
    const shown = papers.map(({ documentId, version: number, pages, isRead, earlier }) => {
      return { documentId, version: number, pages, isRead, earlier: earlier?.version }
    })
    expect(shown.toSorted(byId)).toEqual(expected)
  }
  await expectListed(undefined, (id) => known.papers.has(id))
  await expectListed([...mapped], (id) => mapped.has(id))
}

async function runHistory(world: PapersWorld, { keptVersions, steps }: History): Promise<Run> {
  const model = newModel(
    ids.map((_, at) => isUploaded(at)),
    keptVersions,
  )
  const read = people.map(newReadingModel)
  const run: Run = { world, model, read, sent: [], mapped: new Set() }
  try {
    for (const step of steps) await take(run, step)
    await expectSame(run)
    return run
  } finally {
    await world.clear()
  }
}

it.each([
  ['through the store’s transactions', false, histories.ofSteps],
  ['through the sync service', true, histories.withService],
])(
  'shows the same versions and reading as a model, for every history, %s',
  async (_, withService, numRuns) => {
    const worlds = new Map<number | undefined, PapersWorld>()
    const worldOf = async (keptVersions: number | undefined) => {
      const world = worlds.get(keptVersions) ?? (await papersWorld({ keptVersions, withService }))
      worlds.set(keptVersions, world)
      return world
    }
    const seen = { kept: 0, withdrawn: 0, expired: 0, read: 0 }
    try {
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          const { model, read } = await runHistory(await worldOf(steps.keptVersions), steps)
          for (const { state } of model.papers.flatMap(({ versions }) => versions)) seen[state] += 1
          for (const { papers } of read) seen.read += papers.size
        }),
        { numRuns },
      )
    } finally {
      for (const world of worlds.values()) await world.close()
    }
    // Histories in which nothing happens would prove nothing.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(numRuns / 100 - 1)
  },
)

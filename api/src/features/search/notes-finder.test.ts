import { expect, it } from 'vitest'
import { createHeavyWork } from '../../platform/background/heavy-work.ts'
import { createNotesFinder } from './notes-finder.ts'

const entryOf = (text: string) => ({ id: text, title: text, path: 'Budget.pdf', text: '' })
const query = { q: 'merger', limit: 10 }
const ada = { by: 'person ada' } as const

it('finds notes by their current words, also after a change', async () => {
  const find = createNotesFinder(createHeavyWork())
  const before = { source: {}, entries: [entryOf('The merger'), entryOf('The roof')] }
  expect((await find(query, before, ada)).hits).toMatchObject([{ id: 'The merger' }])
  const erased = { source: {}, entries: [entryOf('The roof')] }
  expect(await find(query, erased, ada)).toEqual({ hits: [], total: 0 })
})

it('sends notes to a worker once while they are the same', async () => {
  const heavyWork = createHeavyWork()
  let jobs = 0
  const find = createNotesFinder({
    run: (kind, caller, work) =>
      heavyWork.run(kind, caller, ({ ask, ...rest }) =>
        work({ ...rest, ask: (job) => ((jobs += 1), ask(job)) }),
      ),
  })
  const notes = { source: {}, entries: [entryOf('The merger')] }
  await find(query, notes, ada)
  expect(jobs).toBe(2)
  await find(query, notes, ada)
  expect(jobs).toBe(3)
})

it('starts no worker without notes', async () => {
  const find = createNotesFinder({ run: () => Promise.reject(new Error('asked')) })
  expect(await find(query, { source: {}, entries: [] }, ada)).toEqual({ hits: [], total: 0 })
})

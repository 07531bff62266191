import { testApi } from '@portal/api/testing'
import { reportReading } from '@portal/contract/reading'
import { usePortal } from '@portal/remote-kit/portal'
import { mappingsQuery } from '@portal/remote-kit/queries/mappings'
import { useQuery } from '@portal/remote-kit/query'
import { defineRemote } from '@portal/remote-kit/remote'
import { breakPath, holdPath, mapSlot, renderRemote } from '@portal/remote-kit/testing'
import { PaperVersions } from '@portal/remote-kit/paper-versions'
import { useOpenedVersion } from '@portal/remote-kit/use-opened-version'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { usePaperChanges } from '@portal/remote-kit/use-paper-changes'

const slot = {
  kind: 'meeting',
  year: 2026,
  quarter: 4,
  materialType: 'budget-vs-actual',
} as const
const ids = ['meeting-2026-q3-budget-vs-actual', 'meeting-2026-q4-budget-vs-actual'] as const
const hashOf = (letter: string) => letter.repeat(64)

/** The tools of the slot's paper, and what the viewer would show of its changes. */
function Paper() {
  const { call } = usePortal()
  const paper = useQuery(mappingsQuery(call)).data?.[ids[1]]?.document
  const opened = useOpenedVersion()
  const shown = usePaperChanges(paper, opened, slot)
  return (
    <>
      {paper && (
        <PaperVersions
          paper={paper}
          slot={slot}
          opened={opened}
          address={({ since }) => (since === undefined ? '/paper' : `/paper?since=${since}`)}
        />
      )}
      {shown && (
        <section>
          <p>{`${shown.title} ${shown.summary}`}</p>
          <p>{shown.changes.map(({ kind, page }) => `${kind} ${page}`).join()}</p>
          {shown.retry && <button onClick={shown.retry}>Try again</button>}
          {shown.close && <button onClick={shown.close}>End the comparison</button>}
        </section>
      )}
    </>
  )
}

const remote = defineRemote({
  name: 'paper',
  owns: ['/paper'],
  navigation: [],
  routes: [{ path: 'paper', element: <Paper /> }],
})

/** Budgets in the fourth and the third quarter that differ in one page. */
async function portal({ lastQuarter = true } = {}) {
  const api = await testApi()
  const paper = (letter: string) => ({ sha256: hashOf(letter), text: 'made', version: 1 }) as const
  await api.putPaper('budget-q3', paper('c'))
  await api.putPaper('budget-q4', { ...paper('b'), version: 2 })
  await api.putVersion('budget-q4', 1, { text: 'made' })
  const passages = [
    {
      kind: 'changed',
      before: [{ page: 2, from: 0, to: 5 }],
      after: [{ page: 2, from: 0, to: 5 }],
      beforeText: '4,200',
      afterText: '4,350',
    },
  ]
  const pages = [
    { page: 1, was: 1, verdict: 'same' },
    { page: 2, was: 2, verdict: 'changed' },
  ]
  const changes = { pages, passages, removedPages: [], changedShare: 0.1 }
  for (const before of ['a', 'c']) {
    const key = `changes/5-${hashOf(before)}-${hashOf('b')}.json`
    await api.ports.blobs.put(key, new TextEncoder().encode(JSON.stringify(changes)))
  }
  if (lastQuarter) await mapSlot(api, ids[0], { documentId: 'budget-q3' })
  await mapSlot(api, ids[1], { documentId: 'budget-q4' })
  return api
}

const show = (api: Awaited<ReturnType<typeof portal>>, path = '/paper') =>
  renderRemote(remote, { path, api })

it('compares a paper with last quarter’s until the reader ends the comparison', async () => {
  const { location } = await show(await portal())
  await userEvent.click(await screen.findByRole('button', { name: 'Compare with Q3 2026' }))
  expect(location()).toBe('/paper?since=last-quarter')
  const summary = 'Q4 2026, compared with Q3 2026. 1 passage changed, on page 2.'
  expect(await screen.findByText(summary)).toBeDefined()
  expect(screen.getByText('changed 2')).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Compare with/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'End the comparison' }))
  expect(location()).toBe('/paper')
  expect(screen.queryByText(summary)).toBeNull()
})

it('says that last quarter has no such paper, and doesn’t offer to compare with it', async () => {
  const api = await portal({ lastQuarter: false })
  const { go } = await show(api)
  expect(await screen.findByRole('button', { name: 'Versions' })).toBeDefined()
  expect(screen.queryByRole('link', { name: /^Compare with/ })).toBeNull()
  await go('/paper?since=last-quarter')
  expect(await screen.findByText('There is no paper of Q3 2026 to compare with.')).toBeDefined()
})

it('says that it is looking for changes until they are found', async () => {
  const api = await portal()
  const answer = holdPath(api, '/changes')
  await show(api, '/paper?since=1')
  const title = 'Version 2, compared with version 1.'
  expect(await screen.findByText(`${title} Looking for changes …`)).toBeDefined()
  answer()
  expect(await screen.findByText(`${title} 1 passage changed, on page 2.`)).toBeDefined()
})

it('says why a comparison failed, and tries again on request', async () => {
  const api = await portal()
  const mend = breakPath(api, '/changes', 0)
  await show(api, '/paper?since=1')
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText(/^Version 2, compared with version 1\. \S/)).toBeDefined()
  mend()
  await userEvent.click(again)
  const summary = 'Version 2, compared with version 1. 1 passage changed, on page 2.'
  expect(await screen.findByText(summary)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('shows what changed since the last version that the reader read, without a way to end the comparison', async () => {
  const api = await portal()
  const papers = [{ documentId: 'budget-q4', version: 1, pages: [], isRead: true }]
  await api.call('member')(reportReading, { body: { papers } })
  await show(api)
  const summary = 'Changed since you read it today. 1 passage changed, on page 2.'
  expect(await screen.findByText(summary)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'End the comparison' })).toBeNull()
})

it('shows the paper without changes if they can’t be determined automatically', async () => {
  const api = await portal()
  const papers = [{ documentId: 'budget-q4', version: 1, pages: [], isRead: true }]
  await api.call('member')(reportReading, { body: { papers } })
  breakPath(api, '/changes')
  await show(api)
  expect(await screen.findByRole('button', { name: 'Versions' })).toBeDefined()
  expect(screen.queryByText(/^Changed since/)).toBeNull()
})

import { listMeetings } from '@portal/contract/all-meetings'
import { addTerms, listTerms, saveTerm } from '@portal/contract/bodies'
import { listMappings } from '@portal/contract/mappings'
import { saveNotes } from '@portal/contract/notes'
import type { Call } from '@portal/remote-kit/client'
import type { Page } from '@playwright/test'
import { adminToken, callWith } from '../bench/session.ts'
import { expectAccessibleInBoth, expectNoOverflow } from '../support/accessible.ts'
import { dayFromNow } from '../support/committee-meeting.ts'
import { everyCombination } from '../support/counts.ts'
import { expect, test } from '../support/fixtures.ts'

const written = 'Ask how long the letter holds'
/** The passage of the note. */
const quoted = 'unqualified opinion'

test('a committee’s member reads a paper of its meeting, and nothing more once their term has ended but what they wrote', async ({
  page,
  ownPortal,
  signIn,
}) => {
  const { url } = await ownPortal()
  const call = callWith(url, await adminToken(url))
  const meeting = await joinCommittee(call)
  const papers = await call(listMappings, { query: { meeting: meeting.id } })
  const [first] = Object.values(papers).toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const { id, version = 1 } = first!.document!

  await signIn('staff', { url: `${url}/meetings/${meeting.id}` })
  await expect(page.getByRole('heading', { level: 1, name: meeting.title })).toBeVisible()
  const token = tokenOf(page)
  await page.getByRole('link', { name: first!.title! }).first().click()
  const drawn = page.locator('canvas').first()
  await expect(drawn).toBeVisible()
  await writeNote(callWith(url, await token), { id, version })

  await endTerm(call)
  // What is drawn stays, and the next paper is refused.
  await page.getByRole('link', { name: /^Next paper/ }).click()
  const refusal = page.getByRole('heading', { name: 'You can’t read this meeting any more' })
  await expect(refusal).toBeFocused()
  if (everyCombination) {
    await expectAccessibleInBoth(page, 'a meeting that can’t be read any more')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoOverflow(page, 'a meeting that can’t be read any more, on a phone')
    await page.setViewportSize({ width: 1280, height: 800 })
  }

  await page.getByRole('main').getByRole('link', { name: 'My notes' }).click()
  await expect(page.getByText(written)).toBeVisible()
  await expect(page.getByText(quoted)).toHaveCount(0)
  await page.goto(url)
  await expect(page.getByText('Upcoming Meeting')).toBeVisible()
  await expect(page.getByText(meeting.title, { exact: true })).toHaveCount(0)
})

const term = { person: 'wei-chen', body: 'finance' } as const

/** Makes the reader a member of the Finance Committee. Returns its meeting in the sample, whose papers are nowhere else. */
async function joinCommittee(call: Call) {
  const office = { office: 'member' as const, voting: true, from: dayFromNow(-30) }
  await call(addTerms, { body: { terms: [{ ...term, ...office }] } })
  const { meetings } = await call(listMeetings, { query: {} })
  return meetings.find(({ body }) => body.id === term.body)!
}

/** The token of the person who signs in here. */
async function tokenOf(page: Page): Promise<string> {
  const isSigned = (headers: Record<string, string>) =>
    headers['authorization']?.startsWith('Bearer ') ?? false
  const request = await page.waitForRequest((sent) => isSigned(sent.headers()), { timeout: 0 })
  return request.headers()['authorization']!.replace('Bearer ', '')
}

async function writeNote(call: Call, { id, version }: { id: string; version: number }) {
  const target = {
    version,
    selector: [
      {
        type: 'FragmentSelector' as const,
        conformsTo: 'http://tools.ietf.org/rfc/rfc3778' as const,
        value: 'page=1',
      },
      { type: 'TextQuoteSelector' as const, exact: quoted, prefix: '', suffix: '' },
      { type: 'TextPositionSelector' as const, start: 0, end: quoted.length },
    ],
  }
  const createdAt = new Date().toISOString()
  const note = { id: crypto.randomUUID(), createdAt, color: 'yellow' as const, text: written }
  const notes = [{ ...note, target }]
  await call(saveNotes, { body: { documentId: id, erasures: 0, notes, removed: [] } })
}

/** The reader's term in the committee was over yesterday. */
async function endTerm(call: Call) {
  const { terms } = await call(listTerms)
  const own = terms.filter(({ person, body }) => person === term.person && body === term.body)
  for (const { id, revision, office, voting, from } of own) {
    const body = { office, voting, from, to: dayFromNow(-1) }
    await call(saveTerm, { params: { id }, body, revision })
  }
}

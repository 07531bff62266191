import { randomUUID } from 'node:crypto'
import { getAgenda, setAgendaStatus } from '@portal/contract/agendas'
import { createDirectoryEntry } from '@portal/contract/directory'
import { getMapping, saveMapping } from '@portal/contract/mappings'
import { saveNotes } from '@portal/contract/notes'
import { adminToken, callWith, memberToken } from '../bench/session.ts'
import { currentQuarter, expect, type OwnPortal, test } from '../support/fixtures.ts'
import { walkTo } from '../support/walk.ts'

const { year, quarter } = currentQuarter()
const slot = `meeting-${year}-q${quarter}-cash-flow-summary`

/** It is read from the right, so that its exclamation mark is left of it, and stays part of it. */
const title = 'דוח [2026]!'

const pages = {
  member: [
    `/meetings/${year}/q/${quarter}`,
    `/meetings/${year}/q/${quarter}/agenda`,
    `/meetings/now/${year}/q/${quarter}`,
    '/directory',
    '/my-notes',
    `/search?q=${encodeURIComponent('דוח')}`,
  ],
  admin: ['/admin/directory', '/admin/audit'],
}

test('names, titles and notes that are read from the right keep their order and that of their neighbors, on screens and on paper', async ({
  ownPortal,
  page,
  signIn,
}) => {
  test.slow()
  const portal = await ownPortal()
  await writeFromTheRight(portal)
  for (const who of ['member', 'admin'] as const) {
    const [first, ...others] = pages[who]
    await signIn(who, { url: `${portal.url}${first}` })
    for (const address of [first!, ...others]) {
      if (address !== first) await walkTo(page, address)
      await expect
        .poll(async () => (await page.evaluate(orderOf, title)).shown, { message: address })
        .toBeGreaterThan(0)
      for (const media of ['screen', 'print'] as const) {
        await page.emulateMedia({ media })
        const { turned } = await page.evaluate(orderOf, title)
        expect(turned, `${address}, ${media}`).toEqual([])
      }
      await page.emulateMedia({ media: 'screen' })
    }
  }
})

/** A person, an agenda, the title of a paper and a note. */
async function writeFromTheRight({ url }: OwnPortal) {
  const admin = callWith(url, await adminToken(url))
  const member = callWith(url, await memberToken(url))
  await admin(createDirectoryEntry, {
    form: { name: title, role: title, type: 'board', department: title, title: '3', bio: title },
  })
  const params = { year, quarter }
  const { revision } = await admin(getAgenda, { params })
  const item = { title, speaker: title, description: title, duration: 10 }
  await admin(setAgendaStatus, {
    params,
    revision,
    body: {
      status: 'published',
      showInstead: true,
      content: {
        title: `${title} (3), approved`,
        items: [{ ...item, papers: [{ materialType: 'cash-flow-summary', pages: '1' }] }, item],
      },
    },
  })
  const mapping = await admin(getMapping, { params: { id: slot } })
  const { document } = await admin(saveMapping, {
    params: { id: slot },
    revision: mapping.revision,
    body: { title },
  })
  await member(saveNotes, {
    body: {
      documentId: document!.id,
      erasures: 0,
      removed: [],
      notes: [
        {
          id: randomUUID(),
          createdAt: new Date().toISOString(),
          text: title,
          color: 'yellow',
          target: {
            version: 1,
            selector: [
              {
                type: 'FragmentSelector',
                conformsTo: 'http://tools.ietf.org/rfc/rfc3778',
                value: 'page=1',
              },
            ],
          },
        },
      ],
    },
  })
}

/** Runs in the page: how often a text is shown, and where its end isn't left of its start on the same line. */
function orderOf(text: string): { shown: number; turned: string[] } {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let shown = 0
  const turned: string[] = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const at = node.textContent!.indexOf(text)
    if (at === -1) continue
    const [first, last] = [at, at + text.length - 1].map((index) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      return range.getBoundingClientRect()
    })
    if (!first || !last || first.width === 0) continue
    shown += 1
    if (first.top < last.bottom && last.top < first.bottom && last.left >= first.left) {
      turned.push(`<${node.parentElement!.localName}> ${node.textContent!}`)
    }
  }
  return { shown, turned }
}

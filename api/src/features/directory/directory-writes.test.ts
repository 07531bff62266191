import {
  createDirectoryEntry,
  deleteDirectoryEntry,
  getDirectoryEntry,
  listDirectory,
  saveDirectoryEntry,
} from '@portal/contract/directory'
import { saveMapping } from '@portal/contract/mappings'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fullEntry, testApi, type TestApi } from '../../testing/test-api.ts'

const person = { name: 'Wei Chen', role: 'Executive Director', type: 'staff' }
const id = 'wei-chen'

let api: TestApi
beforeEach(async () => {
  api = await testApi()
})
afterEach(() => api.close())

type Created = Parameters<typeof create>[0]
type Saved = Parameters<typeof save>[0]
const create = (form: Record<string, string | File> = { ...person, id }) =>
  api.call('admin')(createDirectoryEntry, { form })
const save = (form: Record<string, string | File>, revision: number | 'new' = 1) =>
  api.call('admin')(saveDirectoryEntry, { params: { id }, form, revision })
const remove = (revision: number | 'new' = 1, of = id) =>
  api.call('admin')(deleteDirectoryEntry, { params: { id: of }, revision })
const all = () => api.call('member')(listDirectory)
const audit = async () => (await api.ports.store.list('audit')).documents
const picture = async (format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png', background = 'teal') => {
  const image = sharp({ create: { width: 8, height: 6, channels: 3, background } })
  return new File([new Uint8Array(await image.toFormat(format).toBuffer())], 'me.svg')
}

describe('a new entry', () => {
  it('returns, lists and audits a new entry', async () => {
    const form: Created = { ...person, id, email: ' wei.chen@larkspur.example ', phone: '' }
    const created = await create(form)
    expect(created).toEqual({ ...person, id, email: 'wei.chen@larkspur.example', revision: 1 })
    expect(await all()).toEqual([created])
    expect(await audit()).toMatchObject([
      {
        by: { email: 'ruth.abelman@larkspur.example' },
        what: 'directory entry created',
        subject: id,
        before: null,
        after: person,
      },
    ])
  })

  it('keeps every field of a new and of a saved entry, and records each in the audit', async () => {
    const full = fullEntry()
    expect(await create({ ...full, id })).toEqual({ ...full, id, revision: 1 })
    await api.ports.store.delete('directory', id, 1)
    await api.ports.store.create('directory', id, person)
    expect(await save(full)).toEqual({ ...full, id, revision: 2 })
    expect(await all()).toEqual([{ ...full, id, revision: 2 }])
    expect((await audit()).map(({ after }) => after)).toEqual([full, full])
  })

  it('creates one entry when it is sent twice with the same id', async () => {
    const first = await create()
    expect(await create()).toEqual(first)
    expect(await audit()).toHaveLength(1)
  })

  it('creates one entry when it is sent twice without an id, and another one for other content', async () => {
    const photo = await picture()
    const first = await create({ ...person, photo })
    expect(await create({ ...person, photo })).toEqual(first)
    const second = await create(person)
    expect(second.id).not.toBe(first.id)
    expect(await all()).toHaveLength(2)
  })

  it('refuses the id of another entry for a new one', async () => {
    const first = await create()
    await expect(create({ ...person, id, role: 'Trustee' })).rejects.toMatchObject({
      code: 'conflict',
      current: first,
    })
    await expect(create({ ...person, id: '../x' })).rejects.toMatchObject({ code: 'badRequest' })
  })

  it('reports all errors of a new entry at once', async () => {
    await expect(create({ name: '  ', type: 'guest', email: 'wei at home' })).rejects.toMatchObject(
      {
        code: 'invalid',
        message:
          'Name is required, Role is required, Valid type (board or staff) is required, Valid email address is required',
        fields: [
          { path: 'form.name', message: 'Name is required' },
          { path: 'form.role', message: 'Role is required' },
          { path: 'form.type', message: 'Valid type (board or staff) is required' },
          { path: 'form.email', message: 'Valid email address is required' },
        ],
      },
    )
    await expect(create({ ...person, bio: 'x'.repeat(5001) })).rejects.toMatchObject({
      code: 'badRequest',
      fields: [{ path: 'form.bio' }],
    })
    expect(await all()).toEqual([])
  })

  it('allows only admins to create an entry', async () => {
    await expect(api.call('staff')(createDirectoryEntry, { form: person })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('saving an entry', () => {
  it('merges the submitted fields, removes empty ones, and keeps unknown stored fields', async () => {
    await api.ports.store.create('directory', id, { ...person, phone: '1', bio: null, since: 2019 })
    const saved = await save({ phone: '', department: 'Office' })
    expect(saved).toEqual({ ...person, id, department: 'Office', revision: 2 })
    expect(await api.ports.store.get('directory', id)).toMatchObject({ since: 2019 })
    expect(await audit()).toMatchObject([
      {
        what: 'directory entry saved',
        before: { phone: '1' },
        after: { department: 'Office', since: 2019 },
      },
    ])
  })

  it('applies the rules of a new entry', async () => {
    await create()
    await expect(save({ name: '', type: 'guest' })).rejects.toMatchObject({
      code: 'invalid',
      message: 'Name is required, Valid type (board or staff) is required',
    })
  })

  it('refuses with the current entry if someone else has changed it', async () => {
    await create()
    await save({ title: 'Theirs' })
    for (const revision of [1, 'new'] as const) {
      await expect(save({ title: 'Mine' }, revision)).rejects.toMatchObject({
        code: 'stale',
        current: { title: 'Theirs', revision: 2 },
      })
    }
  })

  it('requires a revision for a save', async () => {
    const form = new FormData()
    form.set('title', 'Mine')
    const headers = { authorization: `Bearer ${await api.tokenOf('admin')}` }
    const response = await api.request('/api/directory/x', { method: 'PUT', headers, body: form })
    expect(response.status).toBe(428)
  })

  it('returns the first result when the same request is sent again', async () => {
    await create()
    const form: Saved = { title: 'Director', photo: await picture() }
    const saved = await save(form)
    expect(await save(form)).toEqual(saved)
    expect(await audit()).toHaveLength(2)
  })

  it('refuses an unknown entry', async () => {
    await expect(save({ title: 'Mine' })).rejects.toMatchObject({
      code: 'notFound',
      message: 'Directory entry not found',
    })
  })
})

describe('a photo', () => {
  const seen = async (address: string) => {
    const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
    const response = await api.request(address, { headers })
    return sharp(Buffer.from(await response.arrayBuffer())).metadata()
  }

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'stores it as %s, as its bytes show and not its file name',
    async (format) => {
      const { photoUrl } = await create({ ...person, photo: await picture(format) })
      expect(photoUrl).toMatch(/^\/api\/images\/[0-9a-f]{64}$/)
      const { format: kept, width, height } = await seen(photoUrl!)
      expect([kept, width, height]).toEqual([format, 8, 6])
    },
  )

  it('keeps the photo if none is sent, replaces it with another one, and removes it on request', async () => {
    const { photoUrl } = await create({ ...person, id, photo: await picture() })
    const empty = new File([], '')
    expect((await save({ title: 'Director', photo: empty })).photoUrl).toBe(photoUrl)
    const other = await save({ photo: await picture('png', 'navy') }, 2)
    expect(other.photoUrl).not.toBe(photoUrl)
    expect(await save({ removePhoto: 'false' }, 3)).toEqual(other)
    expect(await save({ removePhoto: 'true' }, 3)).not.toHaveProperty('photoUrl')
  })

  it('is deleted with its person, unless somebody else or a card shows the same picture', async () => {
    const photo = await picture()
    const first = await create({ ...person, photo })
    const second = await create({ ...person, name: 'Ada Park', photo })
    const address = first.photoUrl!
    const status = async () => {
      const headers = { authorization: `Bearer ${await api.tokenOf('member')}` }
      return (await api.request(address, { headers })).status
    }
    await remove(1, first.id)
    expect(await status()).toBe(200)
    const slot = { params: { id: 'governance-bylaws' }, body: { cardImage: address } }
    await api.call('admin')(saveMapping, { ...slot, revision: 'new' })
    await remove(1, second.id)
    expect(await status()).toBe(200)
    await api.call('admin')(saveMapping, { ...slot, body: { cardImage: '' }, revision: 1 })
    await remove(1, second.id)
    expect(await status()).toBe(404)
  })

  it('is deleted when another one takes its place', async () => {
    const { photoUrl } = await create({ ...person, id, photo: await picture() })
    await save({ photo: await picture('png', 'navy') })
    await expect(seen(photoUrl!)).rejects.toThrow()
  })

  it('refuses a photo that is sent and removed at the same time', async () => {
    await create()
    await expect(save({ removePhoto: 'true', photo: await picture() })).rejects.toMatchObject({
      code: 'invalid',
    })
  })

  it('refuses a photo that is no image, an SVG or damaged', async () => {
    const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'me.png')
    const damaged = (await picture()).slice(0, 40)
    for (const photo of [svg, new File([damaged], 'me.png')]) {
      await expect(create({ ...person, photo })).rejects.toMatchObject({ code: 'invalid' })
    }
    expect(await all()).toEqual([])
  })

  it('refuses a photo above 5 MB with a clear message, and doesn’t read a much larger body', async () => {
    const sized = (bytes: number) => new File([new Uint8Array(bytes)], 'me.png')
    await expect(create({ ...person, photo: sized(5 * 1024 * 1024 + 1) })).rejects.toMatchObject({
      code: 'tooLarge',
      status: 413,
      message: 'The photo is larger than 5 MB. Please choose a smaller one.',
    })
    await expect(create({ ...person, photo: sized(6 * 1024 * 1024) })).rejects.toMatchObject({
      code: 'tooLarge',
      message: 'The request is too large: at most 5 MB are accepted here.',
    })
  })
})

describe('deleting an entry', () => {
  it('removes the entry, and succeeds when sent again', async () => {
    await create()
    expect(await remove()).toEqual({ id })
    expect(await remove()).toEqual({ id })
    expect(await all()).toEqual([])
    const gone = api.call('member')(getDirectoryEntry, { params: { id } })
    await expect(gone).rejects.toMatchObject({ message: 'Directory entry not found' })
    const written = (await audit()).filter(({ what }) => what === 'directory entry deleted')
    expect(written).toMatchObject([{ subject: id, before: person, after: null }])
  })

  it('refuses if someone else has changed the entry, or if it never existed', async () => {
    await create()
    await save({ title: 'Theirs' })
    await expect(remove()).rejects.toMatchObject({ code: 'stale', current: { title: 'Theirs' } })
    await expect(remove(1, 'nobody')).rejects.toMatchObject({
      code: 'notFound',
      message: 'Directory entry not found',
    })
  })

  it('allows only admins to delete an entry', async () => {
    await create()
    const input = { params: { id }, revision: 1 }
    await expect(api.call('staff')(deleteDirectoryEntry, input)).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await all()).toHaveLength(1)
  })
})

import { testApi } from '@portal/api/testing'

const board = { type: 'board', role: 'Trustee' }
const staff = { type: 'staff', department: 'Programs' }

const people = [
  { ...board, name: 'Maria Lopez', role: 'Chair', email: 'maria.lopez@larkspur.example' },
  { ...board, name: 'James Okafor', role: 'Treasurer', department: 'Finance committee' },
  { ...board, name: 'Ingrid Sørensen' },
  { ...board, name: 'Tomás Rivera' },
  { ...staff, name: 'Wei Chen', role: 'Executive director', phone: '+1 (503) 555-0104' },
  { ...staff, name: 'Ruth Abelman', role: 'Board liaison', title: 'Secretary' },
]

/**
 * The real API in memory, over a directory of six. While `fault.on` is set, the directory can't be
 * read.
 */
export async function directoryApi(fault = { on: false }) {
  const api = await testApi()
  for (const person of people) {
    const id = person.name.toLowerCase().replaceAll(' ', '-')
    await api.ports.store.create('directory', id, person)
  }
  return withFault(api, fault)
}

/** The same with 240 more people, `Member 001` to `Member 240`, every eighth of them on the board: three pages. */
export async function largeDirectoryApi(fault = { on: false }) {
  const api = await directoryApi(fault)
  await api.ports.store.transaction(async (inside) => {
    for (let n = 1; n <= 240; n += 1) {
      const name = `Member ${String(n).padStart(3, '0')}`
      await inside.create('directory', `m-${n}`, {
        ...(n % 8 === 0 ? board : staff),
        name,
        role: 'Grants',
      })
    }
  })
  return api
}

function withFault(api: Awaited<ReturnType<typeof testApi>>, fault: { on: boolean }) {
  const { request } = api.app
  api.app.request = async (input, init) =>
    fault.on && new URL(input as string).pathname === '/api/people'
      ? new Response(null, { status: 503 })
      : request(input, init)
  return api
}

import { testApi } from '@portal/api/testing'

const board = { type: 'board', role: 'Trustee' }
const staff = { type: 'staff', department: 'Programmes' }

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
    // oxlint-disable-next-line no-await-in-loop -- one writer
    await api.ports.store.create('directory', id, person)
  }
  const { request } = api.app
  api.app.request = async (input, init) =>
    fault.on && new URL(input as string).pathname === '/api/directory'
      ? new Response(null, { status: 503 })
      : request(input, init)
  return api
}

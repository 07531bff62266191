import { randomUUID } from 'node:crypto'
import { createUser } from '@portal/contract/users'
import { adminToken, callWith } from '../bench/session.ts'

export type OwnPerson = { email: string; password: string; displayName: string }

/**
 * A new member with a password: journeys share a portal and its accounts, and what one stores about its own person
 * is nobody else's.
 */
export async function newPerson(url: string, displayName: string): Promise<OwnPerson> {
  const name = displayName.toLowerCase().replaceAll(/\W+/g, '.')
  const person = {
    email: `${name}.${randomUUID()}@larkspur.example`,
    password: 'violet-harbour-lantern',
    displayName,
  }
  const call = callWith(url, await adminToken(url))
  await call(createUser, { body: { ...person, isAdmin: false } })
  return person
}

import { createHash, randomBytes } from 'node:crypto'
import type { DirectoryEntry, ImportedOutcome, importPeople } from '@portal/contract/directory'
import type { Reply } from '@portal/contract/endpoint'
import type { Person } from '@portal/contract/portal'
import { changedFields, entriesByPerson } from '@portal/domain/directory-people'
import { type DirectoryFieldName, directoryFieldNames } from '@portal/domain/directory-fields'
import { comparableEmail } from '@portal/domain/email-address'
import type * as z from 'zod/mini'
import { mustManagePortal } from '../../access.ts'
import { type Account, accountByEmail, type Accounts } from '../../platform/identity/accounts.ts'
import { Refusal } from '../../refusal.ts'
import { mustBeMembers } from './user-rules.ts'
import type { Directory } from '../directory/directory-feature.ts'
import type { UsersService } from './users-service.ts'

type Request = z.output<typeof importPeople.body>
type Listed = Request['people'][number]
type Entry = Pick<ImportedOutcome, 'entry'> & { stored: DirectoryEntry }

type Parts = {
  directory: Pick<Directory, 'entries' | 'get' | 'create' | 'save' | 'accounts'>
  users: Pick<UsersService, 'create'>
  accounts: Pick<Accounts, 'get' | 'list'>
}

/** Concern one person of the list; any other failure ends the request, which can be repeated. */
const refusals: ReadonlySet<string> = new Set(['invalid', 'conflict', 'stale', 'notFound'])

/**
 * Imports the people of a list one after the other: the entry, the account, then the link between them. Each step finds
 * what an earlier request has done, so repeating a request completes it.
 */
export function createImportPeopleService({ directory, users, accounts }: Parts) {
  return async (person: Person, request: Request): Promise<Reply<typeof importPeople>> => {
    mustManagePortal(person)
    const entriesOf = entriesByPerson(directory.entries())
    const people: ImportedOutcome[] = []
    for (const listed of request.people) people.push(await importPerson(listed))
    return { people }

    async function importPerson(listed: Listed): Promise<ImportedOutcome> {
      const entry = await entryOf(listed).catch(refusalOf)
      if (entry instanceof Refusal) {
        const refusal = entry.message
        return { entry: 'refused', account: 'none', mayBeInvited: false, refusal }
      }
      const { id } = entry.stored
      const account = await accountOf(entry.stored).catch(refusalOf)
      if (account instanceof Refusal) {
        const refusal = account.message
        return { entry: entry.entry, id, account: 'refused', mayBeInvited: false, refusal }
      }
      return { entry: entry.entry, id, ...account }
    }

    async function entryOf({ entry, ...fields }: Listed): Promise<Entry> {
      const given = filledFields(fields)
      if (entry) {
        const stored = await directory.save(person, entry.id, given, entry.revision)
        return { entry: stored.revision === entry.revision ? 'unchanged' : 'saved', stored }
      }
      const { name = '', email } = given
      const [known, another] = entriesOf({ name, email })
      if (another) throw new Refusal('conflict', 'Several entries of the directory match.')
      if (known) {
        // From an earlier request with this list; otherwise somebody has added it since the list was looked at.
        if (changedFields(known, given).length === 0) return { entry: 'unchanged', stored: known }
        throw new Refusal('conflict', 'Somebody has added this person in the meantime.')
      }
      const created = { id: newIdOf({ name, email }), ...given }
      const stored = await directory.create(person, created).catch((error: unknown) => {
        const isOther = error instanceof Refusal && error.code === 'conflict'
        throw isOther ? changedSinceImport(error) : error
      })
      return { entry: 'created', stored }
    }

    async function accountOf({
      id,
      revision,
      name,
      email = '',
    }: DirectoryEntry): Promise<Pick<ImportedOutcome, 'account' | 'uid' | 'mayBeInvited'>> {
      const linked = await directory.accounts.get(id)
      const known = linked === undefined ? undefined : await accounts.get(linked)
      if (known) return { account: 'linked', uid: known.uid, mayBeInvited: mayBeInvited(known) }
      if (!request.accounts || email === '') return { account: 'none', mayBeInvited: false }
      const created = await create(email, name)
      if (created !== undefined) {
        await directory.accounts.link(person, { id, revision, account: created })
        return { account: 'created', uid: created, mayBeInvited: true }
      }
      const existing = await accountByEmail(accounts, email)
      if (!existing) throw new Refusal('conflict', 'The account with this address can’t be found.')
      mustBeMembers(existing)
      await directory.accounts.link(person, { id, revision, account: existing.uid })
      return { account: 'linked', uid: existing.uid, mayBeInvited: mayBeInvited(existing) }
    }

    /** Undefined if the address has an account. Nobody knows the password: an invitation replaces it. */
    async function create(email: string, displayName: string): Promise<string | undefined> {
      const password = randomBytes(32).toString('base64url')
      try {
        return (await users.create(person, { email, displayName, password })).uid
      } catch (error) {
        if (error instanceof Refusal && error.code === 'conflict') return undefined
        throw error
      }
    }
  }
}

function mayBeInvited({ providers, lastSignInAt, disabled }: Account): boolean {
  return providers.includes('password') && lastSignInAt === undefined && !disabled
}

type Fields = Omit<Listed, 'entry'>

/** A cell without a text changes nothing. */
function filledFields(fields: Fields): Partial<Record<DirectoryFieldName, string>> {
  const filled = directoryFieldNames.flatMap((name) => {
    const text = fields[name]?.trim()
    return text ? [[name, text] as const] : []
  })
  return Object.fromEntries(filled)
}

/** The same for the same person, so that two requests at the same time create one entry. */
function newIdOf({ name, email }: { name: string; email: string | undefined }): string {
  const of = email === undefined ? `name ${name}` : `email ${comparableEmail(email)}`
  return `person-${createHash('sha256').update(of).digest('hex').slice(0, 32)}`
}

/** The entry that an earlier list has made is nobody's of this address or name any more. */
function changedSinceImport(cause: Refusal): Refusal {
  const detail =
    'This person was added before, and has another address or name in the directory now.'
  return new Refusal('conflict', detail, { cause })
}

/** Throws everything that isn't about one person. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal && refusals.has(error.code)) return error
  throw error
}
